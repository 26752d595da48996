import type { Alarm } from './alarm.ts';

type Needs = { readonly now: () => number; readonly alarm: Alarm };

type Ears = { readonly passed: (secondsLeft: number) => void; readonly over: () => void };

/**
 * Calls back each second with the seconds left until `dueAt`, and once at the end. A clock that is set back adds no
 * time.
 */
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
