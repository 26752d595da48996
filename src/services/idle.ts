import type { StoredValues } from './safeStorage.ts';

type Needs = {
  readonly local: StoredValues;
  readonly now: () => number;
  /** Source of user activity and of the page becoming visible. */
  readonly page: EventTarget;
};

const activity = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const returns = ['visibilitychange', 'pageshow', 'focus'] as const;
const writeEveryMs = 5_000;
const lookEveryMs = 1_000;
const warningMs = 2 * 60_000;
/** Clocks are corrected by less than this as a matter of course. */
const correctedMs = 60_000;

type IdleListeners = { readonly near: () => void; readonly resumed: () => void; readonly reached: () => void };

const key = 'LAST_ACTIVE_AT';
const lockKey = 'LOCKED';

/** How long no tab of this browser was used. The time is stored, so closing the browser does not reset it. */
export function createIdle({ local, now, page }: Needs) {
  /** While a page watches, a time in the future comes from a clock that was set back, and counts as now. */
  const lastActive = () => {
    const kept = Number(local.getItem(key) ?? Number.NaN);
    return Number.isFinite(kept) && kept <= now() ? kept : now();
  };
  const touch = () => local.setItem(key, String(now()));
  const isLocked = () => local.getItem(lockKey) === '1';
  return {
    touch,
    /**
     * Whether a page that opens finds the idle time over. A stored time that is invalid or in the future counts as over,
     * because nobody knows for how long no page was open; so does a missing one where `isMarked` says that there was one.
     * False if the hospital has switched the idle lock off.
     */
    isOver(idleMs: number, isMarked = false) {
      const kept = local.getItem(key);
      if (idleMs <= 0) return false;
      if (kept === null) return isMarked;
      const quietMs = now() - Number(kept);
      return !(quietMs >= -correctedMs && quietMs < idleMs);
    },
    /**
     * Calls back when the idle time is nearly over, when activity resumes after that, and when it is over; the hospital may
     * change the limit meanwhile, or switch the lock off (0). Starting counts as activity, and the first touch after a
     * computer slept does not, because it must find the screen locked.
     */
    watch(limit: () => number, { near, resumed, reached }: IdleListeners): () => void {
      let written = 0;
      let warned = false;
      let known = local.getItem(key);
      let knownSince = performance.now();
      /**
       * The wall clock includes the time a computer sleeps; the monotonic clock continues when the wall clock is set
       * back.
       */
      const quietMs = () => {
        const kept = local.getItem(key);
        if (kept !== known) {
          known = kept;
          knownSince = performance.now();
        }
        return Math.max(now() - lastActive(), performance.now() - knownSince);
      };
      /** False once the screen has to lock. */
      const look = () => {
        const quiet = quietMs();
        const idleMs = limit() > 0 ? limit() : Number.POSITIVE_INFINITY;
        const nearMs = Math.max(idleMs / 2, idleMs - warningMs);
        if (quiet >= idleMs || isLocked()) {
          stop();
          reached();
          return false;
        }
        if (quiet >= nearMs !== warned) {
          warned = !warned;
          (warned ? near : resumed)();
        }
        return true;
      };
      const notice = () => {
        if (!warned && Math.abs(now() - written) < writeEveryMs) return;
        if (!look()) return;
        written = now();
        touch();
        if (warned) look();
      };
      const onStorage = (event: Event) => {
        if (event instanceof StorageEvent && (event.key === lockKey || (warned && event.key === key))) look();
      };
      const timer = setInterval(look, lookEveryMs);
      const stop = () => {
        clearInterval(timer);
        page.removeEventListener('storage', onStorage);
        for (const sign of returns) page.removeEventListener(sign, look);
        for (const sign of activity) page.removeEventListener(sign, notice, { capture: true });
      };
      page.addEventListener('storage', onStorage);
      for (const sign of returns) page.addEventListener(sign, look);
      for (const sign of activity) page.addEventListener(sign, notice, { capture: true, passive: true });
      touch();
      return stop;
    },
    isLocked,
    setLocked: (locked: boolean) => (locked ? local.setItem(lockKey, '1') : local.removeItem(lockKey)),
  };
}

export type Idle = ReturnType<typeof createIdle>;
