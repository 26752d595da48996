import type { Alarm } from './alarm.ts';
import type { KeptValues } from './safeStorage.ts';

type Needs = {
  readonly local: KeptValues;
  readonly now: () => number;
  readonly page: EventTarget;
  readonly alarm: Alarm;
};

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const writeEveryMs = 5_000;
const key = 'LAST_ACTIVE_AT';

/** How long nobody has touched any tab of this browser. The time is kept, so that closing the browser does not hide it. */
export function idle({ local, now, page, alarm }: Needs) {
  /** A time in the future comes from a clock that was set back, and counts as now. */
  const lastActive = () => {
    const kept = Number(local.getItem(key) ?? Number.NaN);
    return Number.isFinite(kept) && kept <= now() ? kept : now();
  };
  const touch = () => local.setItem(key, String(now()));
  return {
    touch,
    isOver: (idleMs: number) => local.getItem(key) !== null && now() - lastActive() >= idleMs,
    /** Calls back when nobody has touched anything for `idleMs`, in whichever tab. */
    watch(idleMs: number, reached: () => void): () => void {
      let written = 0;
      let stopAlarm = () => {};
      const notice = () => {
        if (Math.abs(now() - written) < writeEveryMs) return;
        written = now();
        touch();
      };
      const wait = () => {
        stopAlarm = alarm(lastActive() + idleMs, () => (now() - lastActive() >= idleMs ? reached() : wait()));
      };
      notice();
      wait();
      for (const sign of signs) page.addEventListener(sign, notice, { capture: true, passive: true });
      return () => {
        stopAlarm();
        for (const sign of signs) page.removeEventListener(sign, notice, { capture: true });
      };
    },
    isLocked: () => local.getItem('LOCKED') === '1',
    setLocked: (locked: boolean) => (locked ? local.setItem('LOCKED', '1') : local.removeItem('LOCKED')),
  };
}

export type Idle = ReturnType<typeof idle>;
