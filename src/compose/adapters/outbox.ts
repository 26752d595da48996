import { map, Observable, type Subscription } from 'rxjs';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import { ClientMessageId, type ConversationId } from '../../../contract/ids.ts';
import { following } from '../../../contract/uuidv7.ts';
import type { DraftKey } from '../../domain/drafts.ts';
import type { OutboxMessage } from '../../domain/outgoing.ts';
import {
  allQueued,
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
import { type Gate, outboxMachine } from '../../machines/outbox.ts';

export type OutboxNeeds = {
  readonly store: {
    /** Writes a message to this machine; `draft` is deleted in the same transaction. */
    keep(outgoing: Outgoing, draft: DraftKey | null): Promise<StoreOutcome>;
    remove(clientMessageId: ClientMessageId): Promise<void>;
    /** All unsent messages in the storage. */
    all(): Promise<readonly Outgoing[]>;
    /** The storage may hold more of them now. */
    readonly more$: Observable<void>;
  };
  readonly transmit: (outgoing: Outgoing) => Promise<TransmitOutcome>;
  readonly gate$: Observable<Gate>;
  readonly peers: { readonly messages$: Observable<OutboxMessage>; post(message: OutboxMessage): void };
  readonly newId: () => ClientMessageId;
  readonly now: () => number;
  readonly random: () => number;
};

/** The doctor's messages that the platform has not stored yet. */
export type Outbox = {
  /**
   * `draft` is the draft that the text was typed into; storing the message deletes it. A message that already has an id
   * is one message, however often it is written.
   */
  write(conversationId: ConversationId, reply: Reply, draft?: DraftKey | null, id?: ClientMessageId): ClientMessageId;
  retry(id: ClientMessageId): void;
  discard(id: ClientMessageId): void;
  /** The platform's copy of an own message has arrived. */
  settle(id: ClientMessageId, seq: number): void;
  /** Messages that are not sent yet, failed ones among them. */
  unsent(conversationId: ConversationId): readonly Outgoing[];
  /** How many messages of all conversations are not sent yet. */
  unsentCount(): number;
  /** Every unsent message, then each change. */
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

/** Runs the outbox machine of one doctor on a storage, a link and the other tabs. */
export function createOutbox(needs: OutboxNeeds, scope: Subscription): Outbox {
  const actor = createActor(provided(needs)).start();
  scope.add(() => actor.stop());
  const queues = () => actor.getSnapshot().context.queues;

  /** The last written message goes last, also when this machine's clock was set back while the page was away. */
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
    unsentCount: () => allQueued(queues()).length,
    changes$: new Observable((watcher) => {
      for (const { outgoing } of allQueued(queues())) watcher.next({ kind: 'changed', outgoing });
      const emitted = actor.on('outgoing.changed', ({ change }) => watcher.next(change));
      return () => emitted.unsubscribe();
    }),
  };
}
