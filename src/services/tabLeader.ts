import { Observable } from 'rxjs';
import * as z from 'zod/mini';
import type { TabChannel } from './crossTab.ts';

/** Heartbeat of the leading tab. */
export const LeaderHeartbeat = z.object({ awake: z.literal(true) });
export type LeaderHeartbeat = z.infer<typeof LeaderHeartbeat>;

type Needs = {
  /** Absent on plain http: then every tab leads. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** One lock name for each hospital and person. */
  readonly name: string;
  readonly channel: TabChannel<LeaderHeartbeat>;
  readonly everyMs: number;
  /** A leader silent for this long is frozen, and another tab takes the lock over. */
  readonly silenceMs: number;
};

/**
 * Whether this tab is the leader among the person's tabs. Leadership is a Web Lock, which the browser releases when the
 * tab closes. A frozen tab holds its lock without being able to work, so a silent leader is replaced.
 */
export const createTabLeader = ({ locks, name, channel, everyMs, silenceMs }: Needs): Observable<boolean> =>
  new Observable((subscriber) => {
    if (locks === undefined) {
      subscriber.next(true);
      return;
    }
    const stop = new AbortController();
    let waiting = new AbortController();
    let heartbeat: ReturnType<typeof setInterval> | undefined;
    let heartbeatTimeout: ReturnType<typeof setTimeout> | undefined;
    let isOurs = false;

    const ended = () =>
      new Promise<void>((resolve) => {
        if (stop.signal.aborted) resolve();
        else stop.signal.addEventListener('abort', () => resolve(), { once: true });
      });

    function lead(): Promise<void> {
      isOurs = true;
      clearTimeout(heartbeatTimeout);
      const beat = () => channel.post({ awake: true });
      heartbeat = setInterval(beat, everyMs);
      beat();
      subscriber.next(true);
      return ended();
    }

    /** Restarts the timeout after which a silent leader is replaced. */
    function restartHeartbeatTimeout() {
      clearTimeout(heartbeatTimeout);
      if (isOurs) return;
      heartbeatTimeout = setTimeout(() => {
        waiting.abort();
        void requestLock({ steal: true });
      }, silenceMs);
    }

    /** Requests or steals the lock; if another tab steals it, requests it again. */
    async function requestLock(how: { steal: true } | { signal: AbortSignal }) {
      try {
        await locks?.request(name, how, lead);
      } catch {
        if (stop.signal.aborted || ('signal' in how && how.signal.aborted)) return;
        isOurs = false;
        clearInterval(heartbeat);
        subscriber.next(false);
        wait();
      }
    }

    function wait() {
      waiting = new AbortController();
      restartHeartbeatTimeout();
      void requestLock({ signal: waiting.signal });
    }

    const stopListening = channel.listen(restartHeartbeatTimeout);
    subscriber.next(false);
    wait();
    return () => {
      stop.abort();
      waiting.abort();
      clearInterval(heartbeat);
      clearTimeout(heartbeatTimeout);
      stopListening();
    };
  });
