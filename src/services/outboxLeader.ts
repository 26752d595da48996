import { Observable } from 'rxjs';
import * as z from 'zod/mini';
import type { TabChannel } from './crossTab.ts';

/** Heartbeat of the tab that sends. */
export const LeaderHeartbeat = z.object({ awake: z.literal(true) });
export type LeaderHeartbeat = z.infer<typeof LeaderHeartbeat>;

type Needs = {
  /** Absent on plain http: then every tab sends, and the platform stores each message once all the same. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** One lock name for each hospital and person. */
  readonly name: string;
  readonly channel: TabChannel<LeaderHeartbeat>;
  readonly everyMs: number;
  /** A leader silent for this long is frozen, and another tab takes the lock over. */
  readonly silenceMs: number;
};

/**
 * Whether this tab sends for all tabs of this person. Leadership is a Web Lock, which the browser releases when the tab
 * closes. A frozen tab holds its lock without being able to send, so a silent leader is replaced.
 */
export const outboxLeader = ({ locks, name, channel, everyMs, silenceMs }: Needs): Observable<boolean> =>
  new Observable((watcher) => {
    if (locks === undefined) {
      watcher.next(true);
      return;
    }
    const over = new AbortController();
    let waiting = new AbortController();
    let heartbeat: ReturnType<typeof setInterval> | undefined;
    let patience: ReturnType<typeof setTimeout> | undefined;
    let isOurs = false;

    const ended = () =>
      new Promise<void>((resolve) => {
        if (over.signal.aborted) resolve();
        else over.signal.addEventListener('abort', () => resolve(), { once: true });
      });

    function have(): Promise<void> {
      isOurs = true;
      clearTimeout(patience);
      const beat = () => channel.post({ awake: true });
      heartbeat = setInterval(beat, everyMs);
      beat();
      watcher.next(true);
      return ended();
    }

    /** Waits as long as the leader sends heartbeats. */
    function hope() {
      clearTimeout(patience);
      if (isOurs) return;
      patience = setTimeout(() => {
        waiting.abort();
        void ask({ steal: true });
      }, silenceMs);
    }

    /** Requests or steals the lock; if another tab steals it, requests it again. */
    async function ask(how: { steal: true } | { signal: AbortSignal }) {
      try {
        await locks?.request(name, how, have);
      } catch {
        if (over.signal.aborted || ('signal' in how && how.signal.aborted)) return;
        isOurs = false;
        clearInterval(heartbeat);
        watcher.next(false);
        wait();
      }
    }

    function wait() {
      waiting = new AbortController();
      hope();
      void ask({ signal: waiting.signal });
    }

    const stopListening = channel.listen(hope);
    watcher.next(false);
    wait();
    return () => {
      over.abort();
      waiting.abort();
      clearInterval(heartbeat);
      clearTimeout(patience);
      stopListening();
    };
  });
