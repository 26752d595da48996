import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { ConversationId } from '../../contract/ids.ts';
import type { ChatSummary } from '../../src/domain/chatSummary.ts';
import type { Awaiting } from '../../src/streams/awaiting.ts';
import { unreadTotal } from '../../src/streams/unreadTotal.ts';
import { order } from '../support/order.ts';
import { ownScope } from '../support/ownScope.ts';

const scope = ownScope();
const ofList = (id: string, unread: number) => ({ ...order(id, { status: 20 }), unread });
const chat = (id: string, unread: number | null): ChatSummary => ({
  ...{ conversationId: ConversationId.parse(id), last: null, unread, unanswered: null, failed: 0, unsent: 0 },
});
const chats = (...all: ChatSummary[]) => new Map(all.map((one) => [one.conversationId, one]));
const nobody: Awaiting = { waiting: [], running: [], state: 'live', loadedAt: 1, removed: [] };

/** The total over these chats and this list. */
function total() {
  const summaries = new BehaviorSubject<ReadonlyMap<ConversationId, ChatSummary>>(new Map());
  const list = new BehaviorSubject(nobody);
  const total$ = unreadTotal({ summaries, list }, scope());
  const seen: number[] = [];
  total$.subscribe((count) => seen.push(count));
  return { summaries, list, total$, seen };
}

test('unread messages of loaded conversations count, and of others what the list says', () => {
  const { summaries, list, total$ } = total();
  expect(total$.value).toBe(0);
  summaries.next(chats(chat('1', 2), chat('2', 3), chat('3', null)));
  list.next({ ...nobody, running: [ofList('1', 9), ofList('3', 4), ofList('4', 1)] });
  expect(total$.value).toBe(2 + 3 + 4 + 1);
});

test('messages of a patient whom nobody has accepted yet do not count', () => {
  const { summaries, list, total$ } = total();
  summaries.next(chats(chat('1', 2), chat('2', 3)));
  list.next({ ...nobody, waiting: [ofList('2', 3)] });
  expect(total$.value).toBe(2);
});

test('the total is told when it changes, and only then', () => {
  const { summaries, seen } = total();
  for (const unread of [1, 1, 2]) summaries.next(chats(chat('1', unread)));
  expect(seen).toEqual([0, 1, 2]);
});
