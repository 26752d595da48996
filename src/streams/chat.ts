import {
  BehaviorSubject,
  catchError,
  defer,
  EMPTY,
  map,
  type Observable,
  of,
  Subject,
  startWith,
  switchMap,
  takeUntil,
} from 'rxjs';
import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { ConversationEvent } from '../../contract/im.ts';
import {
  type ChatEffect,
  type ChatEvent,
  type ChatRequest,
  newChat,
  nextRequest,
  reduceChat,
  timelineOfChat,
} from '../domain/chat.ts';
import type { Filled, Page } from '../domain/conversation.ts';
import type { OutgoingChange } from '../domain/outgoing.ts';
import type { Timeline } from '../domain/timeline.ts';
import { catchUp } from './catchUp.ts';
import { exhaustWithTrailing } from './exhaustWithTrailing.ts';

export type PageQuery = { readonly conversationId: ConversationId; readonly beforeSeq: number; readonly limit: number };
export type GapQuery = { readonly conversationId: ConversationId; readonly afterSeq: number; readonly limit: number };

export type ChatNeeds = {
  /** Loads an older page of messages. */
  readonly older: (query: PageQuery) => Observable<Page & { readonly headSeq: number }>;
  /** Loads all events after a seq. */
  readonly pull: (query: GapQuery) => Observable<Omit<Filled, 'afterSeq'>>;
  /** Called when the platform's copy of an own message has arrived. */
  readonly noteEcho: (id: ClientMessageId, seq: number) => void;
  readonly pageSize: number;
  readonly fillSize: number;
  /** Number of messages that remain loaded while the doctor is at the end of the chat. */
  readonly keep: number;
  readonly maxPauseMs: number;
};

type Hooks = {
  /** New events after the conversation was loaded. */
  readonly applied: (events: readonly ConversationEvent[]) => void;
  readonly changed: () => void;
};

/** Above every seq (int32): requests the latest page. */
const aboveEverySeq = 2_147_483_647;

/** The answer to a request as an event. A failed request for older unread messages is given up. */
function load(conversationId: ConversationId, request: ChatRequest, needs: ChatNeeds): Observable<ChatEvent> {
  const { older, pull, pageSize, fillSize } = needs;
  const { kind } = request;
  if (kind === 'gap') {
    const { afterSeq } = request;
    const page$ = pull({ conversationId, afterSeq, limit: fillSize });
    return page$.pipe(map((page) => ({ type: 'gap.filled', page: { ...page, afterSeq } })));
  }
  if (kind === 'latest') {
    const page$ = older({ conversationId, beforeSeq: aboveEverySeq, limit: pageSize });
    return page$.pipe(map((page) => ({ type: 'latest.loaded', page })));
  }
  const page$ = older({ conversationId, beforeSeq: request.beforeSeq, limit: fillSize });
  return page$.pipe(
    catchError(() => of(null)),
    map((page) => ({ type: 'unread.loaded', page })),
  );
}

/** Loads one conversation and fills gaps until it is complete. The rules are in `domain/chat.ts`. */
export function createChat(conversationId: ConversationId, needs: ChatNeeds, hooks: Hooks) {
  const { pageSize, fillSize, keep, maxPauseMs } = needs;
  const catchUp$ = new Subject<void>();
  const restart$ = new Subject<void>();
  const stopped$ = new Subject<void>();
  let chat = newChat(conversationId);
  const timeline = new BehaviorSubject<Timeline>(timelineOfChat(chat));
  let olderPage: Promise<void> | null = null;

  function run(effect: ChatEffect) {
    switch (effect.type) {
      case 'noteEcho':
        return needs.noteEcho(effect.id, effect.seq);
      case 'publish':
        timeline.next(timelineOfChat(chat));
        return hooks.changed();
      case 'notify':
        return hooks.changed();
      case 'announce':
        return hooks.applied(effect.events);
      case 'catchUp':
        return catchUp$.next();
      case 'restart':
        return restart$.next();
    }
  }

  function dispatch(event: ChatEvent) {
    const step = reduceChat(chat, event, { pageSize, fillSize, keep, isOnScreen: timeline.observed });
    chat = step.chat;
    for (const effect of step.effects) run(effect);
  }

  const missing$ = catchUp({
    next: () => nextRequest(chat),
    load: (request) => load(conversationId, request, needs),
    maxPauseMs,
  });
  restart$
    .pipe(
      startWith(null),
      switchMap(() =>
        catchUp$.pipe(
          startWith(null),
          exhaustWithTrailing(() => missing$),
        ),
      ),
      takeUntil(stopped$),
    )
    .subscribe(dispatch);

  function loadOlder(): Promise<void> {
    const { base } = chat.conversation;
    if (chat.phase !== 'open' || base === 0) return Promise.resolve();
    dispatch({ type: 'older.requested' });
    const page$ = defer(() => needs.older({ conversationId, beforeSeq: base + 1, limit: pageSize })).pipe(
      catchError(() => EMPTY),
      takeUntil(stopped$),
    );
    olderPage ??= new Promise<void>((complete) => {
      page$.subscribe({ next: (page) => dispatch({ type: 'older.loaded', page }), complete });
    }).then(() => {
      olderPage = null;
    });
    return olderPage;
  }

  return {
    timeline,
    loadOlder,
    /** True while missed events are requested for the first time, or again after a gap. */
    isCatchingUp: () => chat.isCatchingUp,
    conversation: () => chat.conversation,
    unsent: () => [...chat.bubbles.values()].map(({ outgoing }) => outgoing),
    receive: (event: ConversationEvent) => dispatch({ type: 'event.received', event }),
    setHead: (seq: number) => dispatch({ type: 'head.learnt', seq }),
    setLinked: (isLinked: boolean) => dispatch({ type: 'link.changed', isLinked }),
    setOutgoing: (change: OutgoingChange) => dispatch({ type: 'outgoing.changed', change }),
    /** Marks the patient's messages as read up to here; the badge changes before the platform answers. */
    setRead: (upTo: number) => dispatch({ type: 'doctor.read', upTo }),
    retry: () => restart$.next(),
    stop() {
      stopped$.next();
      timeline.complete();
    },
  };
}

export type ChatStream = ReturnType<typeof createChat>;
