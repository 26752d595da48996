import {
  BehaviorSubject,
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  ignoreElements,
  lastValueFrom,
  type Observable,
  retry,
  Subject,
  startWith,
  switchMap,
  takeUntil,
  tap,
  throwError,
  timer,
} from 'rxjs';
import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { ConversationEvent, ImMessage } from '../../contract/im.ts';
import {
  type Conversation,
  conversationFrom,
  type Filled,
  fill,
  openedWith,
  type Page,
  prepend,
  receive,
  trimmed,
  withHead,
} from '../domain/conversation.ts';
import { byWriting, type Outgoing, type OutgoingChange } from '../domain/outgoing.ts';
import type { ChatMessage, Timeline } from '../domain/timeline.ts';
import { bubbleOf, isAhead, timelineOf } from '../domain/timelineOf.ts';
import { exhaustLatest } from './exhaustLatest.ts';

export type PageAsked = { readonly conversationId: ConversationId; readonly beforeSeq: number; readonly limit: number };
export type FillAsked = { readonly conversationId: ConversationId; readonly afterSeq: number; readonly limit: number };

export type FollowNeeds = {
  /** An older page of messages. */
  readonly older: (asked: PageAsked) => Observable<Page & { readonly headSeq: number }>;
  /** Everything that happened after a place. */
  readonly pull: (asked: FillAsked) => Observable<Omit<Filled, 'afterSeq'>>;
  /** The platform's copy of an own message is here. */
  readonly settle: (id: ClientMessageId, seq: number) => void;
  readonly pageSize: number;
  readonly fillSize: number;
  /** How many messages are kept of a chat in which nobody reads back. */
  readonly keep: number;
  readonly maxPauseMs: number;
};

type Hooks = {
  /** New events, after the conversation was loaded. */
  readonly applied: (events: readonly ConversationEvent[]) => void;
  readonly changed: () => void;
};

/** Above every place: the latest page. */
const latest = 2_147_483_647;
const firstPauseMs = 500;
/**
 * How many times what is kept may be there before the oldest is forgotten. A list on the screen is made anew then: while
 * somebody looks at it, that must be as rare as can be.
 */
const [mostUnseen, mostOnScreen] = [2, 10];

class NoProgress extends Error {
  override name = 'NoProgress';
}

/** One conversation: loaded once, then kept complete; what is missing is asked for until it is there. */
export function follow(conversationId: ConversationId, needs: FollowNeeds, hooks: Hooks) {
  const wanted$ = new Subject<void>();
  const restart$ = new Subject<void>();
  const stopped$ = new Subject<void>();
  const bubbles = new Map<ClientMessageId, { readonly outgoing: Outgoing; readonly bubble: ChatMessage }>();
  let state: Conversation = conversationFrom(conversationId, 0);
  /** `loaded`: the latest page is here; `open`: what followed it as well, or it could not be had yet. */
  let phase: 'loading' | 'loaded' | 'failed' | 'open' = 'loading';
  let linked = false;
  let busy = true;
  let headSeq = 0;
  let paging: Promise<void> | null = null;
  /** Somebody has asked for older messages, and still looks at them. */
  let readsBack = false;

  const shownState = (): Timeline['state'] =>
    phase === 'failed' ? 'failed' : phase !== 'open' ? 'loading' : linked ? 'live' : 'stale';
  const waiting = () =>
    [...bubbles.values()]
      .filter(({ outgoing }) => isAhead(outgoing, state.cursor))
      .sort((a, b) => byWriting(a.outgoing, b.outgoing))
      .map(({ bubble }) => bubble);
  const timeline = new BehaviorSubject<Timeline>(timelineOf(state, [], 'loading'));

  function forgetOldest() {
    const most = needs.keep * (timeline.observed ? mostOnScreen : mostUnseen);
    if (!readsBack && state.messages.length > most) state = trimmed(state, needs.keep);
  }

  function publish() {
    if (!timeline.observed) {
      readsBack = false;
      forgetOldest();
    }
    timeline.next(timelineOf(state, waiting(), shownState()));
    hooks.changed();
  }

  /** The platform's copy replaces the bubble, whether or not the answer to sending it has come. */
  function replaceBubbles(copies: readonly Pick<ImMessage, 'clientMessageId' | 'seq'>[]) {
    const replaced = (bubbles.size === 0 ? [] : copies).flatMap(({ clientMessageId, seq }) => {
      const id = clientMessageId as ClientMessageId | null | undefined;
      return id && bubbles.delete(id) ? [{ id, seq }] : [];
    });
    // Settling one draws the chat: by then none of the others may stand in it beside its copy.
    for (const { id, seq } of replaced) needs.settle(id, seq);
  }

  function take({ state: next, applied }: ReturnType<typeof receive>) {
    if (next === state) return;
    state = next;
    replaceBubbles(applied.flatMap((event) => (event.kind === 'message' ? [event.message] : [])));
    if (phase !== 'open') return;
    publish();
    if (applied.length > 0) hooks.applied(applied);
  }

  const fillUp = (): Observable<never> =>
    defer(() => {
      const afterSeq = state.cursor;
      if (afterSeq >= state.headSeq) return EMPTY;
      return needs.pull({ conversationId, afterSeq, limit: needs.fillSize }).pipe(
        concatMap((page) => {
          take(fill(state, { ...page, afterSeq }));
          return state.cursor > afterSeq ? fillUp() : throwError(() => new NoProgress());
        }),
      );
    });

  /** What is unread reaches further back than the latest page: one large page more, so that the badge is right. */
  const loadUnread = (): Observable<never> => {
    if (state.base <= state.doctorReadUpTo) return EMPTY;
    return needs.older({ conversationId, beforeSeq: state.base + 1, limit: needs.fillSize }).pipe(
      tap((page) => {
        state = prepend(state, page, needs.fillSize);
        replaceBubbles(page.list);
      }),
      ignoreElements(),
      catchError(() => EMPTY),
    );
  };

  const loadPage = () =>
    needs.older({ conversationId, beforeSeq: latest, limit: needs.pageSize }).pipe(
      tap((page) => {
        state = withHead(openedWith(conversationId, page, needs.pageSize), Math.max(page.headSeq, headSeq));
        replaceBubbles(page.list);
        phase = 'loaded';
      }),
      ignoreElements(),
    );

  function show(outgoing: Outgoing) {
    const id = outgoing.clientMessageId;
    // While a chat loads, the platform's copy may stand ahead of the cursor; no key may be in the list twice.
    const copy = bubbles.has(id) ? undefined : state.messages.findLast(({ clientMessageId }) => clientMessageId === id);
    if (copy) {
      if (outgoing.seq === null) needs.settle(id, copy.seq);
    } else if (isAhead(outgoing, state.cursor)) bubbles.set(id, { outgoing, bubble: bubbleOf(outgoing) });
    else bubbles.delete(id);
  }

  function rest(next: typeof phase) {
    const before = phase;
    phase = before === 'open' ? before : next;
    busy = false;
    if (phase !== before) publish();
    else hooks.changed();
  }

  const catchUp = () =>
    defer(() => {
      busy = true;
      const isNew = phase === 'loading' || phase === 'failed';
      return concat(isNew ? concat(loadPage(), defer(loadUnread)) : EMPTY, defer(fillUp));
    }).pipe(
      tap({ complete: () => rest('open') }),
      retry({
        delay: (_, failures) => {
          rest(phase === 'loaded' ? 'open' : 'failed');
          return timer(Math.min(needs.maxPauseMs, firstPauseMs * 2 ** (failures - 1)));
        },
      }),
    );

  const running = restart$
    .pipe(
      startWith(null),
      switchMap(() => wanted$.pipe(startWith(null), exhaustLatest(catchUp))),
    )
    .subscribe();

  function loadOlder(): Promise<void> {
    if (phase !== 'open' || state.base === 0) return Promise.resolve();
    readsBack = true;
    const page$ = defer(() => needs.older({ conversationId, beforeSeq: state.base + 1, limit: needs.pageSize })).pipe(
      tap((page) => {
        state = prepend(state, page, needs.pageSize);
        replaceBubbles(page.list);
        publish();
      }),
      catchError(() => EMPTY),
      takeUntil(stopped$),
    );
    paging ??= lastValueFrom(page$, { defaultValue: null }).then(() => {
      paging = null;
    });
    return paging;
  }

  return {
    timeline,
    loadOlder,
    /** Not caught up yet, and nothing has gone wrong: whoever waits for everything missed waits for this. */
    isBusy: () => busy,
    conversation: () => state,
    bubbles: () => [...bubbles.values()].map(({ outgoing }) => outgoing),
    receive(event: ConversationEvent) {
      if (phase !== 'open') headSeq = Math.max(headSeq, event.seq);
      else take(receive(state, event));
      if (state.cursor < state.headSeq) wanted$.next();
    },
    knowHead(seq: number) {
      headSeq = Math.max(headSeq, seq);
      state = withHead(state, headSeq);
      if (state.cursor < state.headSeq) wanted$.next();
    },
    setLinked(now: boolean) {
      if (linked === now) return;
      linked = now;
      publish();
      if (now && !busy && (phase !== 'open' || state.cursor < state.headSeq)) restart$.next();
    },
    setOutgoing(change: OutgoingChange) {
      if (change.kind === 'dropped') bubbles.delete(change.clientMessageId);
      else show(change.outgoing);
      publish();
    },
    /** The doctor has seen the patient's messages up to here; the badge does not wait for the platform. */
    setRead(upTo: number) {
      if (upTo <= state.doctorReadUpTo) return;
      state = { ...state, doctorReadUpTo: upTo };
      // The end of the chat is on the screen.
      forgetOldest();
      publish();
    },
    retry: () => restart$.next(),
    stop() {
      running.unsubscribe();
      stopped$.next();
      timeline.complete();
    },
  };
}

export type Followed = ReturnType<typeof follow>;
