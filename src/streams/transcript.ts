import { BehaviorSubject } from 'rxjs';
import type { queryImMessages } from '../../contract/http/im.ts';
import type { ConversationId } from '../../contract/ids.ts';
import type { Answer, CallOptions, Failure, ReplyOf } from '../../contract/operation.ts';
import { conversationFrom, openedWith, prepend } from '../domain/conversation.ts';
import { type Conversation, type Timeline, timelineOf } from '../domain/timeline.ts';
import type { Live } from './live.ts';

type Page = ReplyOf<typeof queryImMessages>;
type Ask = (
  which: { readonly conversationId: ConversationId; readonly beforeSeq: number; readonly limit: number },
  options: Pick<CallOptions, 'signal' | 'failed'>,
) => Promise<Answer<Page>>;

type Failed = (() => string) | null;

/** A closed conversation, loaded from its end backwards. */
export type Transcript = {
  readonly timeline$: Live<Timeline>;
  /** Why the last page failed to load; null if it did not. */
  readonly failure$: Live<Failure | null>;
  open(): void;
  /** Loads the page before the first message, or retries a failed one. */
  older(): void;
  /** Loads all missing pages; false if a page failed. `failed` makes the text of the toast. */
  all(failed: () => string): Promise<boolean>;
  close(): void;
};

const pageSize = 100;
/** Above every seq: requests the last page. */
const end = 2_147_483_647;

/** A closed conversation does not change, so its messages are loaded without events. */
export function createTranscript(conversationId: ConversationId, ask: Ask): Transcript {
  let state: Conversation = conversationFrom(conversationId, 0);
  let opened = false;
  let asking: { readonly own: AbortController; readonly done: Promise<boolean> } | null = null;
  const timeline$ = new BehaviorSubject(timelineOf(state, [], 'loading'));
  const failure$ = new BehaviorSubject<Failure | null>(null);
  const isComplete = () => opened && state.base === 0;

  /** Whether the page brought earlier messages. */
  async function load(signal: AbortSignal, failed: Failed): Promise<boolean> {
    if (!opened) timeline$.next(timelineOf(state, [], 'loading'));
    failure$.next(null);
    const beforeSeq = opened ? state.base + 1 : end;
    const answer = await ask({ conversationId, beforeSeq, limit: pageSize }, { signal, ...(failed ? { failed } : {}) });
    if (signal.aborted) return false;
    if (!answer.ok) {
      failure$.next(answer.failure);
      timeline$.next(timelineOf(state, [], opened ? 'live' : 'failed'));
      return false;
    }
    state = opened ? prepend(state, answer.data, pageSize) : openedWith(conversationId, answer.data, pageSize);
    opened = true;
    timeline$.next(timelineOf(state, [], 'live'));
    return state.base + 1 < beforeSeq;
  }

  function page(failed: Failed = null): Promise<boolean> {
    if (asking) return asking.done;
    const own = new AbortController();
    const done = load(own.signal, failed).finally(() => {
      if (asking?.own === own) asking = null;
    });
    asking = { own, done };
    return done;
  }

  return {
    timeline$,
    failure$,
    open() {
      if (!opened) void page();
    },
    older() {
      if (!isComplete()) void page();
    },
    async all(failed) {
      while (!isComplete()) if (!(await page(failed))) return false;
      return true;
    },
    close() {
      asking?.own.abort();
      asking = null;
    },
  };
}
