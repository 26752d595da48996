import { BehaviorSubject } from 'rxjs';
import { logout } from '../../contract/http/auth.ts';
import { limits } from '../../contract/limits.ts';
import { interpret, isTemporary, type Received } from '../domain/answers.ts';
import type { Http } from './http.ts';
import type { LogoutNote, LogoutNotes } from './logoutNotes.ts';
import { withTimeout } from './withTimeout.ts';

/** State of earlier logouts for the sign-in page: none, one unconfirmed by the platform, or all confirmed. */
export type LogoutState = 'none' | 'waiting' | 'confirmed';

type Needs = {
  readonly http: Pick<Http, 'post'>;
  /** Null if its code could not be loaded: then a pending logout is stored at a later attempt. */
  readonly notes: () => Promise<LogoutNotes | null>;
  /** Calls back whenever another attempt may succeed. Returns the function that unsubscribes. */
  readonly link: (restored: () => void) => () => void;
};

/** Whether the platform itself has answered; a proxy's page or a temporary failure does not count. */
function isConfirmed(received: Received): boolean {
  if (received.kind !== 'reply' || received.status < 200 || received.status >= 300) return false;
  const interpretation = interpret(received);
  if (interpretation.outcome !== 'failure') return true;
  const { code } = interpretation.untranslated;
  return code !== null && !isTemporary(code);
}

/**
 * Ends sessions at the platform. An unconfirmed logout is retried when the connection returns and at the next start.
 */
export function createPendingLogouts({ http, notes, link }: Needs) {
  const state$ = new BehaviorSubject<LogoutState>('none');
  const pending = new Map<string, LogoutNote>();
  /** Notes written by this page; `resume` sends only those of earlier pages. */
  const own = new Set<string>();
  const failed = new Set<string>();
  /** Notes that are in the storage, or on their way there, by their ids. */
  const keeping = new Map<string, Promise<void>>();
  const inFlight = new Set<string>();
  let stopWatching: (() => void) | null = null;

  function watch() {
    if (pending.size > 0) {
      stopWatching ??= link(() => void sendAll());
      return;
    }
    stopWatching?.();
    stopWatching = null;
  }

  async function store(note: LogoutNote) {
    // A session ends in an action of its machine, in which no other machine may be made: that of the notes' code.
    await null;
    const id = (await (await notes())?.keep(note)) ?? null;
    if (id === null) keeping.delete(note.id);
  }
  function keep(note: LogoutNote): Promise<void> {
    const kept = keeping.get(note.id) ?? store(note);
    keeping.set(note.id, kept);
    return kept;
  }

  async function send(note: LogoutNote) {
    const { id, hospitalId, access } = note;
    if (inFlight.has(id)) return;
    inFlight.add(id);
    // Note and call do not wait for each other, and each attempt tries again to store the note.
    const kept = keep(note);
    const received = await http.post(
      logout.path,
      {},
      { token: access, hospitalId, timeoutMs: limits.refreshTimeoutMs },
    );
    inFlight.delete(id);
    if (isConfirmed(received)) {
      pending.delete(id);
      failed.delete(id);
      if (failed.size === 0 && state$.value === 'waiting') state$.next('confirmed');
      watch();
      await kept;
      keeping.delete(id);
      await (await notes())?.remove(id);
    } else {
      failed.add(id);
      watch();
      // The message says that the page may be closed, so the note is stored first; a storage that hangs does not hide it.
      await withTimeout(kept).catch(() => {});
      if (failed.has(id)) state$.next('waiting');
    }
  }

  const sendAll = () => Promise.all([...pending.values()].map((note) => send(note)));

  return {
    state$,
    /** Ends the session of this token. Resolves once its note is stored. */
    async end(access: string, hospitalId: string): Promise<void> {
      const note = { id: `${Date.now()}-${Math.random()}`, hospitalId, access };
      own.add(note.id);
      pending.set(note.id, note);
      if (failed.size === 0) state$.next('none');
      void send(note);
      await keep(note);
    },
    /** Sends the logouts that earlier pages could not send. */
    async resume(): Promise<void> {
      const earlier = ((await (await notes())?.all()) ?? []).filter(({ id }) => !own.has(id));
      for (const note of earlier) {
        pending.set(note.id, note);
        keeping.set(note.id, Promise.resolve());
      }
      await Promise.all(earlier.map((note) => send(note)));
    },
  };
}

export type PendingLogouts = ReturnType<typeof createPendingLogouts>;
