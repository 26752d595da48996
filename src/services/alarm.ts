type Needs = { readonly now: () => number; readonly page: EventTarget };

const longestSleepMs = 20_000;

/**
 * Calls back once at `dueAt`. It polls the clock instead of trusting one long timer, because timers stop while a
 * machine sleeps and a wall clock may jump. Time awake counts as well, so a clock that is set back cannot delay the
 * call.
 */
export function createAlarm({ now, page }: Needs) {
  return (dueAt: number, ring: () => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const awake = performance.now();
    const waitMs = dueAt - now();
    const look = () => {
      clearTimeout(timer);
      const left = Math.min(dueAt - now(), waitMs - (performance.now() - awake));
      if (left > 0) {
        timer = setTimeout(look, Math.min(left, longestSleepMs));
        return;
      }
      stop();
      ring();
    };
    const stop = () => {
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', look);
    };
    page.addEventListener('visibilitychange', look);
    timer = setTimeout(look, Math.max(0, Math.min(waitMs, longestSleepMs)));
    return stop;
  };
}

export type Alarm = ReturnType<typeof createAlarm>;
