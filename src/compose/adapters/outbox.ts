import { defer, distinctUntilChanged, from, map, Observable, Subject, type Subscription, startWith } from 'rxjs';
import { type AnyActorRef, createActor, fromEventObservable, fromPromise } from 'xstate';
import { ClientMessageId, ConversationId } from '../../../contract/ids.ts';
import { following } from '../../../contract/uuidv7.ts';
import type { DraftKey } from '../../domain/drafts.ts';
import type { OutboxMessage } from '../../domain/outgoing.ts';
import {
  type Outgoing,
  type OutgoingChange,
  pauseMs,
  type Reply,
  type StoreOutcome,
  type TransmitOutcome,
  waitMs,
} from '../../domain/outgoing.ts';
import type { Inspection } from '../../machines/actors.ts';
import { deliveryMachine } from '../../machines/delivery.ts';
import { outboxMachine, type SendPermission } from '../../machines/outbox.ts';
import { allUnsent, queuesOf, unsentOf } from '../../machines/selectors/outbox.ts';

export type OutboxNeeds = {
  readonly inspection?: Inspection | undefined;
  readonly store: {
    /** Stores a message locally and deletes `draft` in the same transaction. */
    keep(outgoing: Outgoing, draft: DraftKey | null): Promise<StoreOutcome>;
    remove(clientMessageId: ClientMessageId): Promise<void>;
    /** All stored unsent messages. */
    all(): Promise<readonly Outgoing[]>;
    /** Emits when storage may contain more unsent messages. */
    readonly more$: Observable<void>;
  };
  readonly transmit: (outgoing: Outgoing) => Promise<TransmitOutcome>;
  readonly permission$: Observable<SendPermission>;
  readonly peers: { readonly messages$: Observable<OutboxMessage>; post(message: OutboxMessage): void };
  readonly newId: () => ClientMessageId;
  readonly now: () => number;
  readonly random: () => number;
};

/** The doctor's messages that the platform has not stored yet. */
export type Outbox = {
  readonly actor: AnyActorRef;
  /** Storing the message deletes `draft`. Writing the same `id` again does not create a second message. */
  write(conversationId: ConversationId, reply: Reply, draft?: DraftKey | null, id?: ClientMessageId): ClientMessageId;
  retry(id: ClientMessageId): void;
  discard(id: ClientMessageId): void;
  /** Reports that the platform's copy of an own message arrived. */
  noteEcho(id: ClientMessageId, seq: number): void;
  /** Unsent messages, including failed ones. */
  unsent(conversationId: ConversationId): readonly Outgoing[];
  /** The conversations with unsent messages, now and after each change. */
  readonly unsentIn$: Observable<readonly ConversationId[]>;
  /** Number of unsent messages in all conversations. */
  unsentCount(): number;
  /** Emits every unsent message, then each change. */
  readonly changes$: Observable<OutgoingChange>;
};

function provided(
  { store, transmit, permission$, peers, random }: OutboxNeeds,
  show: (change: OutgoingChange) => void,
) {
  const delivery = deliveryMachine.provide({
    actors: {
      store: fromPromise(({ input }) => store.keep(input.outgoing, input.draft)),
      transmit: fromPromise(({ input }) => transmit(input)),
    },
    actions: {
      save: (_, outgoing) => void store.keep(outgoing, null),
      remove: (_, id) => void store.remove(id),
      post: (_, message) => peers.post(message),
      show: (_, change) => show(change),
    },
    delays: {
      pause: ({ context }) => pauseMs(context.attempts, random()),
      rateLimit: ({ context }) => waitMs(context.waitMs, random()),
    },
  });
  return outboxMachine.provide({
    actors: {
      delivery,
      permission: fromEventObservable(() =>
        permission$.pipe(map((permission) => ({ type: 'permission.changed', permission }) as const)),
      ),
      peers: fromEventObservable(() =>
        peers.messages$.pipe(map((message) => ({ type: 'peer.posted', message }) as const)),
      ),
      unsentFound: fromEventObservable(() => store.more$.pipe(map(() => ({ type: 'unsent.found' }) as const))),
      readUnsent: fromPromise(() => store.all()),
    },
  });
}

/** Runs the outbox machine of one doctor. */
export function createOutbox(needs: OutboxNeeds, scope: Subscription): Outbox {
  const changes$ = new Subject<OutgoingChange>();
  const actor = createActor(
    provided(needs, (change) => changes$.next(change)),
    needs.inspection,
  ).start();
  scope.add(() => actor.stop());

  /** The new id sorts after the last one, even if this machine's clock was set back. */
  function nextId(conversationId: ConversationId): ClientMessageId {
    const last = unsentOf(actor.getSnapshot(), conversationId).at(-1);
    const id = needs.newId();
    return last ? ClientMessageId.parse(following(id, last.clientMessageId)) : id;
  }

  return {
    actor,
    write(conversationId, { type, content }, draft = null, clientMessageId = nextId(conversationId)) {
      const written = { clientMessageId, conversationId, type, content, writtenAt: needs.now() };
      const outgoing: Outgoing = { ...written, delivery: { state: 'queued' }, seq: null };
      actor.send({ type: 'message.written', outgoing, draft });
      return clientMessageId;
    },
    retry: (id) => actor.send({ type: 'retry.requested', id }),
    discard: (id) => actor.send({ type: 'discard.requested', id }),
    noteEcho: (id, seq) => actor.send({ type: 'echo.received', id, seq }),
    unsent: (conversationId) => unsentOf(actor.getSnapshot(), conversationId),
    unsentIn$: defer(() => from(actor).pipe(startWith(actor.getSnapshot()))).pipe(
      map(queuesOf),
      distinctUntilChanged(),
      map((now) => Object.keys(now).map((id) => ConversationId.parse(id))),
    ),
    unsentCount: () => allUnsent(actor.getSnapshot()).length,
    changes$: new Observable((subscriber) => {
      for (const outgoing of allUnsent(actor.getSnapshot())) subscriber.next({ kind: 'changed', outgoing });
      return changes$.subscribe(subscriber);
    }),
  };
}
