import { useMemo } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { QuickReply } from '../../../contract/http/consult.ts';
import { isFoundIn } from '../../domain/pinyin.ts';
import { createQuery, type QueryState } from '../../streams/query.ts';
import { useApp, useWork } from '../app/app.ts';
import { memoPerServices } from '../app/memoPerServices.ts';
import { useLive } from '../hooks/useLive.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';

/** Quick replies shared by all panes of a doctor, and the ones used last in this page. */
const repliesOf = memoPerServices((api) => ({
  repliesQuery: createQuery((signal) => api.getQuickReplies({}, { signal, quiet: true })),
  recent$: new BehaviorSubject<readonly string[]>([]),
}));

/** Sort order: last used first, then most used, then as in the list. */
function byUse(recent: readonly string[]) {
  const place = (id: string) => {
    const at = recent.indexOf(id);
    return at < 0 ? recent.length : at;
  };
  return (a: QuickReply, b: QuickReply) =>
    place(a.id) - place(b.id) || (b.useCount ?? 0) - (a.useCount ?? 0) || (a.sort ?? 0) - (b.sort ?? 0);
}

/** Replies that match a search by title, text or pinyin initials. */
export function filterReplies(replies: readonly QuickReply[], query: string, recent: readonly string[]): QuickReply[] {
  return replies.filter(({ title, content }) => isFoundIn(query, [title, content])).sort(byUse(recent));
}

/** The doctor's quick replies that match `query`, as far as they are loaded. */
export function useQuickReplies(query: string) {
  const { repliesQuery, recent$ } = repliesOf(useWork(), useApp().api);
  useOwnChanges('replies', repliesQuery.refresh);
  const answer: QueryState<readonly QuickReply[]> = useLive(repliesQuery.answer$);
  const recent = useLive(recent$);
  const all = answer.state === 'ready' ? answer.data : null;
  const found = useMemo(() => (all ? filterReplies(all, query, recent) : []), [all, query, recent]);
  return {
    state: answer.state,
    found,
    reload: repliesQuery.reload,
    refresh: repliesQuery.refresh,
    used: (id: string) => recent$.next([id, ...recent$.value.filter((one) => one !== id)].slice(0, 20)),
  };
}
