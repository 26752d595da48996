type CountdownNeeds = { readonly now: () => number; readonly alarm: Alarm };

type CountdownListeners = { readonly passed: (secondsLeft: number) => void; readonly finished: () => void };

/**
 * Calls back each second with the seconds left until `dueAt`, and once at the end. Setting the clock back does not
 * lengthen the countdown.
 */
export function createCountdown({ now, alarm }: CountdownNeeds) {
  return (dueAt: number, { passed, finished }: CountdownListeners): (() => void) => {
    let stop = () => {};
    const count = (most: number) => {
      const left = Math.min(most, Math.ceil((dueAt - now()) / 1_000));
      if (left <= 0) return finished();
      passed(left);
      stop = alarm(now() + 1_000, () => count(left - 1));
    };
    count(Number.POSITIVE_INFINITY);
    return () => stop();
  };
}

type Needs = { readonly now: () => number; readonly page: EventTarget };

const longestSleepMs = 20_000;
/** A wait that a person watches, such as the time to undo. */
const shortMs = 60_000;

/**
 * Calls back once at `dueAt`. It polls the clock instead of trusting one long timer, because timers stop while a
 * machine sleeps and a wall clock may jump. Time awake counts as well, so a clock that is set back cannot delay the
 * call; in a short wait it counts alone, so a clock that is set ahead cannot end the wait early.
 */
export function createAlarm({ now, page }: Needs) {
  return (dueAt: number, onDue: () => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const awake = performance.now();
    const waitMs = dueAt - now();
    const check = () => {
      clearTimeout(timer);
      const awakeLeft = waitMs - (performance.now() - awake);
      const left = waitMs <= shortMs ? awakeLeft : Math.min(dueAt - now(), awakeLeft);
      if (left > 0) {
        timer = setTimeout(check, Math.min(left, longestSleepMs));
        return;
      }
      stop();
      onDue();
    };
    const stop = () => {
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', check);
    };
    page.addEventListener('visibilitychange', check);
    timer = setTimeout(check, Math.max(0, Math.min(waitMs, longestSleepMs)));
    return stop;
  };
}

export type Alarm = ReturnType<typeof createAlarm>;
