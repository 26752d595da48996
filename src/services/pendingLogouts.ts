import { BehaviorSubject } from 'rxjs';
import { logout } from '../../contract/http/auth.ts';
import { limits } from '../../contract/limits.ts';
import { isPassing, judge, type Received } from '../domain/answers.ts';
import type { Http } from './http.ts';
import type { LogoutNote, LogoutNotes } from './logoutNotes.ts';

/** What the person has to know: nothing, that the platform has not heard of a logout, or that it has now. */
export type LogoutNews = 'none' | 'waiting' | 'confirmed';

type Needs = {
  readonly http: Pick<Http, 'post'>;
  readonly notes: LogoutNotes;
  /** Calls back when asking the platform again may help, until the returned function is called. */
  readonly link: (restored: () => void) => () => void;
};

/** Whether the platform has decided: any other answer is a proxy's, or that of a platform in trouble. */
function isHeard(received: Received): boolean {
  if (received.kind !== 'reply' || received.status < 200 || received.status >= 300) return false;
  const verdict = judge(received);
  if (verdict.outcome !== 'failure') return true;
  const { code } = verdict.complaint;
  return code !== null && !isPassing(code);
}

/** Ends sign-ins at the platform. What it could not be told is told again when the line is back, or at the next start. */
export function createPendingLogouts({ http, notes, link }: Needs) {
  const news$ = new BehaviorSubject<LogoutNews>('none');
  const pending = new Map<string, LogoutNote>();
  /** Those of this page, which it does not take for an earlier page's when it reads the notes. */
  const own = new Set<string>();
  const failed = new Set<string>();
  let stopWatching: (() => void) | null = null;
  let trying = false;

  function watch() {
    if (pending.size > 0) {
      stopWatching ??= link(() => void tellAll());
      return;
    }
    stopWatching?.();
    stopWatching = null;
  }

  async function tell(note: LogoutNote, kept: Promise<unknown> | null = null) {
    const { id, tenantId, access } = note;
    const received = await http.post(logout.path, {}, { token: access, tenantId, timeoutMs: limits.refreshTimeoutMs });
    if (isHeard(received)) {
      pending.delete(id);
      failed.delete(id);
      if (failed.size === 0 && news$.value === 'waiting') news$.next('confirmed');
      await kept;
      await notes.remove(id);
    } else {
      failed.add(id);
      news$.next('waiting');
    }
    watch();
  }

  async function tellAll() {
    if (trying) return;
    trying = true;
    await Promise.all([...pending.values()].map((note) => tell(note)));
    trying = false;
  }

  return {
    news$,
    /** Ends the sign-in of this token. Resolves once the next page would know of it. */
    async end(access: string, tenantId: string): Promise<void> {
      const note = { id: `${Date.now()}-${Math.random()}`, tenantId, access };
      own.add(note.id);
      pending.set(note.id, note);
      if (failed.size === 0) news$.next('none');
      const kept = notes.keep(note);
      void tell(note, kept);
      await kept;
    },
    /** Takes up what earlier pages could not tell. */
    async resume(): Promise<void> {
      const earlier = ((await notes.all()) ?? []).filter(({ id }) => !own.has(id));
      for (const note of earlier) pending.set(note.id, note);
      await Promise.all(earlier.map((note) => tell(note)));
    },
  };
}

export type PendingLogouts = ReturnType<typeof createPendingLogouts>;
