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
const warningMs = 2 * 60_000;

type IdleEars = { readonly near: () => void; readonly resumed: () => void; readonly reached: () => void };

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
    /** Never, where the hospital has switched the lock off. */
    isOver: (idleMs: number) => idleMs > 0 && local.getItem(key) !== null && now() - lastActive() >= idleMs,
    /**
     * Tells when the idle time is nearly over, when somebody touched a tab after that, and when it is over. What happens
     * in another tab is seen in the storage.
     */
    watch(idleMs: number, { near, resumed, reached }: IdleEars): () => void {
      const nearMs = Math.max(idleMs / 2, idleMs - warningMs);
      let written = 0;
      let warned = false;
      let stopAlarm = () => {};
      const wait = () => {
        stopAlarm();
        stopAlarm = alarm(lastActive() + (warned ? idleMs : nearMs), look);
      };
      const look = () => {
        const quietMs = now() - lastActive();
        if (quietMs >= idleMs) return reached();
        if (quietMs >= nearMs !== warned) {
          warned = !warned;
          (warned ? near : resumed)();
        }
        wait();
      };
      const notice = () => {
        if (!warned && Math.abs(now() - written) < writeEveryMs) return;
        written = now();
        touch();
        if (warned) look();
      };
      const hear = (event: Event) => {
        if (warned && event instanceof StorageEvent && event.key === key) look();
      };
      notice();
      wait();
      page.addEventListener('storage', hear);
      for (const sign of signs) page.addEventListener(sign, notice, { capture: true, passive: true });
      return () => {
        stopAlarm();
        page.removeEventListener('storage', hear);
        for (const sign of signs) page.removeEventListener(sign, notice, { capture: true });
      };
    },
    isLocked: () => local.getItem('LOCKED') === '1',
    setLocked: (locked: boolean) => (locked ? local.setItem('LOCKED', '1') : local.removeItem('LOCKED')),
  };
}

export type Idle = ReturnType<typeof idle>;
