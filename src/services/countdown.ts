import type { Alarm } from './alarm.ts';

type Needs = { readonly now: () => number; readonly alarm: Alarm };

type Ears = { readonly passed: (secondsLeft: number) => void; readonly over: () => void };

/** Tells each second how many are left until `dueAt`, and once when it has come. A clock set back does not add any. */
export function createCountdown({ now, alarm }: Needs) {
  return (dueAt: number, { passed, over }: Ears): (() => void) => {
    let stop = () => {};
    const count = (most: number) => {
      const left = Math.min(most, Math.ceil((dueAt - now()) / 1_000));
      if (left <= 0) return over();
      passed(left);
      stop = alarm(now() + 1_000, () => count(left - 1));
    };
    count(Number.POSITIVE_INFINITY);
    return () => stop();
  };
}
