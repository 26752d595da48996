import { distinctUntilChanged, map, Observable, type Subscription } from 'rxjs';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import { ClientMessageId, ConversationId } from '../../../contract/ids.ts';
import { following } from '../../../contract/uuidv7.ts';
import type { DraftKey } from '../../domain/drafts.ts';
import type { OutboxMessage } from '../../domain/outgoing.ts';
import {
  allQueued,
  type ConversationQueues,
  type Outgoing,
  type OutgoingChange,
  pauseMs,
  queueOf,
  type Reply,
  type StoreOutcome,
  type TransmitOutcome,
  waitMs,
} from '../../domain/outgoing.ts';
import { deliveryMachine } from '../../machines/delivery.ts';
import { outboxMachine, type SendPermission } from '../../machines/outbox.ts';

export type OutboxNeeds = {
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
  readonly gate$: Observable<SendPermission>;
  readonly peers: { readonly messages$: Observable<OutboxMessage>; post(message: OutboxMessage): void };
  readonly newId: () => ClientMessageId;
  readonly now: () => number;
  readonly random: () => number;
};

/** The doctor's messages that the platform has not stored yet. */
export type Outbox = {
  /** Storing the message deletes `draft`. Writing the same `id` again does not create a second message. */
  write(conversationId: ConversationId, reply: Reply, draft?: DraftKey | null, id?: ClientMessageId): ClientMessageId;
  retry(id: ClientMessageId): void;
  discard(id: ClientMessageId): void;
  /** Reports that the platform's copy of an own message arrived. */
  settle(id: ClientMessageId, seq: number): void;
  /** Unsent messages, including failed ones. */
  unsent(conversationId: ConversationId): readonly Outgoing[];
  /** The conversations with unsent messages, now and after each change. */
  readonly unsentIn$: Observable<readonly ConversationId[]>;
  /** Number of unsent messages in all conversations. */
  unsentCount(): number;
  /** Emits every unsent message, then each change. */
  readonly changes$: Observable<OutgoingChange>;
};

function provided({ store, transmit, gate$, peers, random }: OutboxNeeds) {
  const delivery = deliveryMachine.provide({
    actors: {
      store: fromPromise(({ input }) => store.keep(input.outgoing, input.draft)),
      transmit: fromPromise(({ input }) => transmit(input)),
    },
    actions: {
      save: (_, outgoing) => void store.keep(outgoing, null),
      remove: (_, id) => void store.remove(id),
      post: (_, message) => peers.post(message),
    },
    delays: {
      pause: ({ context }) => pauseMs(context.attempts, random()),
      hold: ({ context }) => waitMs(context.waitMs, random()),
    },
  });
  return outboxMachine.provide({
    actors: {
      delivery,
      gate: fromEventObservable(() => gate$.pipe(map((gate) => ({ type: 'gate.changed', gate }) as const))),
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
  const actor = createActor(provided(needs)).start();
  scope.add(() => actor.stop());
  const queues = () => actor.getSnapshot().context.queues;

  /** The new id sorts after the last one, even if this machine's clock was set back. */
  function nextId(conversationId: ConversationId): ClientMessageId {
    const last = queueOf(queues(), conversationId).at(-1);
    const id = needs.newId();
    return last ? ClientMessageId.parse(following(id, last.outgoing.clientMessageId)) : id;
  }

  return {
    write(conversationId, { type, content }, draft = null, clientMessageId = nextId(conversationId)) {
      const written = { clientMessageId, conversationId, type, content, writtenAt: needs.now() };
      const outgoing: Outgoing = { ...written, delivery: { state: 'queued' }, seq: null };
      actor.send({ type: 'message.written', outgoing, draft });
      return clientMessageId;
    },
    retry: (id) => actor.send({ type: 'retry.requested', id }),
    discard: (id) => actor.send({ type: 'discard.requested', id }),
    settle: (id, seq) => actor.send({ type: 'echo.received', id, seq }),
    unsent: (conversationId) => queueOf(queues(), conversationId).map(({ outgoing }) => outgoing),
    unsentIn$: new Observable<ConversationQueues>((subscriber) => {
      subscriber.next(queues());
      const changes = actor.subscribe(({ context }) => subscriber.next(context.queues));
      return () => changes.unsubscribe();
    }).pipe(
      distinctUntilChanged(),
      map((now) => Object.keys(now).map((id) => ConversationId.parse(id))),
    ),
    unsentCount: () => allQueued(queues()).length,
    changes$: new Observable((subscriber) => {
      for (const { outgoing } of allQueued(queues())) subscriber.next({ kind: 'changed', outgoing });
      const emitted = actor.on('outgoing.changed', ({ change }) => subscriber.next(change));
      return () => emitted.unsubscribe();
    }),
  };
}
