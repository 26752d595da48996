import { combineLatest, distinctUntilChanged, map, type Subscription } from 'rxjs';
import type { Awaiting } from './awaiting.ts';
import type { Inbox } from './inbox.ts';
import { type Live, live } from './live.ts';

type Needs = { readonly summaries: Inbox['summaries']; readonly list: Live<Awaiting> };

/** Total of unread patient messages in all rows of the conversation list. */
export const unreadTotal = ({ summaries, list }: Needs, scope: Subscription): Live<number> =>
  live(
    combineLatest([summaries.pipe(), list.pipe()]).pipe(
      map(([chats, { waiting, running }]) => {
        const notYetTaken = new Set(waiting.map(({ conversationId }) => conversationId));
        const known = [...chats.values()].filter(({ conversationId }) => !notYetTaken.has(conversationId));
        const notLoaded = running.filter(({ conversationId }) => (chats.get(conversationId)?.unread ?? null) === null);
        return [...known, ...notLoaded].reduce((sum, { unread }) => sum + (unread ?? 0), 0);
      }),
      distinctUntilChanged(),
    ),
    0,
    scope,
  );
