import { Observable, Subject, type Subscription } from 'rxjs';
import { createActor, fromPromise } from 'xstate';
import { ClientMessageId, type ConversationId } from '../../contract/ids.ts';
import type { DraftKey } from '../domain/drafts.ts';
import { type Outgoing, type OutgoingChange, pauseMs, type Reply, waitMs } from '../domain/outgoing.ts';
import { following } from '../domain/uuidv7.ts';
import {
  type DeliveryActor,
  deliveryMachine,
  type KeepOutcome,
  type Report,
  type TransmitOutcome,
} from './delivery.ts';
import { createLanes, outgoingOf } from './lanes.ts';
import { createLeftovers } from './leftovers.ts';

/** What the tabs of one doctor tell each other about unsent messages. */
export type OutboxNews =
  | { readonly kind: 'written'; readonly outgoing: Outgoing }
  | { readonly kind: 'reported'; readonly clientMessageId: ClientMessageId; readonly report: Report }
  | { readonly kind: 'discarded'; readonly clientMessageId: ClientMessageId };

/** Whether this tab sends for all of them, and whether the link is up and everything missed has been fetched. */
export type Gate = { readonly owns: boolean; readonly ready: boolean };

export type OutboxNeeds = {
  readonly store: {
    /** Keeps it, in the place of the draft that it was written as. */
    keep(outgoing: Outgoing, draft: DraftKey | null): Promise<KeepOutcome>;
    remove(clientMessageId: ClientMessageId): Promise<void>;
    /** What was left unsent before. */
    all(): Promise<readonly Outgoing[]>;
    /** There may be more of it now. */
    readonly more$: Observable<void>;
  };
  readonly transmit: (outgoing: Outgoing) => Promise<TransmitOutcome>;
  readonly gate$: Observable<Gate>;
  readonly peers: { readonly news$: Observable<OutboxNews>; tell(news: OutboxNews): void };
  readonly newId: () => ClientMessageId;
  readonly now: () => number;
  readonly random: () => number;
};

/** The doctor's messages that the platform has not stored yet. */
export type Outbox = {
  /**
   * `draft` is where the text stood while it was written; it goes when the message is kept. A message that got its id
   * before is one message, however often it is written.
   */
  write(conversationId: ConversationId, reply: Reply, draft?: DraftKey | null, id?: ClientMessageId): ClientMessageId;
  retry(id: ClientMessageId): void;
  discard(id: ClientMessageId): void;
  /** The platform's copy of an own message has been seen. */
  settle(id: ClientMessageId, seq: number): void;
  /** Messages that are not sent yet, failed ones among them. */
  unsent(conversationId: ConversationId): readonly Outgoing[];
  /** Every message now on its way, then each change. */
  readonly changes$: Observable<OutgoingChange>;
};

/**
 * Sends what was written: per conversation in the order of writing and one at a time, so that a message that cannot get
 * through holds up only its own conversation, and one that is refused holds up nothing.
 */
export function createOutbox(needs: OutboxNeeds, scope: Subscription): Outbox {
  const { store, peers } = needs;
  const changed = new Subject<OutgoingChange>();
  const lanes = createLanes();
  const drafts = new Map<ClientMessageId, DraftKey>();
  /** Sent or deleted: what was read of them before that, or is told late, brings none of them back. */
  const over = new Set<ClientMessageId>();
  let gate: Gate = { owns: false, ready: false };
  let hearing = false;

  function keepFirst(outgoing: Outgoing) {
    const draft = drafts.get(outgoing.clientMessageId) ?? null;
    drafts.delete(outgoing.clientMessageId);
    return store.keep(outgoing, draft);
  }
  const machine = deliveryMachine.provide({
    actors: {
      keep: fromPromise(({ input }) => keepFirst(input)),
      transmit: fromPromise(({ input }) => needs.transmit(input)),
    },
    delays: {
      pause: ({ context }) => pauseMs(context.attempts, needs.random()),
      hold: ({ context }) => waitMs(context.waitMs, needs.random()),
    },
  });

  function giveTurn(conversationId: ConversationId) {
    const first = lanes.first(conversationId);
    const isOpen = gate.owns && gate.ready && leftovers.areKnown();
    if (isOpen && first?.getSnapshot().hasTag('ready')) first.send({ type: 'turn.given' });
  }
  function giveTurns() {
    for (const conversationId of lanes.conversations()) giveTurn(conversationId);
  }

  /** What is written last goes last, also when this machine's clock was set back while the page was away. */
  function nextId(conversationId: ConversationId): ClientMessageId {
    const last = lanes.of(conversationId).at(-1);
    const id = needs.newId();
    return last ? ClientMessageId.parse(following(id, outgoingOf(last).clientMessageId)) : id;
  }

  function forget(actor: DeliveryActor, id: ClientMessageId, conversationId: ConversationId) {
    lanes.remove(actor, id, conversationId);
    over.add(id);
    void store.remove(id);
    giveTurn(conversationId);
  }

  function follow(actor: DeliveryActor, id: ClientMessageId, conversationId: ConversationId) {
    let last = outgoingOf(actor);
    actor.subscribe((snapshot) => {
      const { outgoing } = snapshot.context;
      if (outgoing !== last) changed.next({ kind: 'changed', outgoing });
      if (outgoing !== last && !hearing) tell(last, outgoing);
      last = outgoing;
      if (snapshot.matches('discarded')) {
        changed.next({ kind: 'dropped', conversationId, clientMessageId: id });
        if (!hearing) peers.tell({ kind: 'discarded', clientMessageId: id });
      }
      if (snapshot.status === 'done') forget(actor, id, conversationId);
      else giveTurn(conversationId);
    });
  }

  /** A refusal and its retry survive a reload; that a message is being sent does not, it is queued again. */
  function tell(before: Outgoing, outgoing: Outgoing) {
    const { clientMessageId, delivery, seq } = outgoing;
    peers.tell({ kind: 'reported', clientMessageId, report: { delivery, seq } });
    const isFinal = seq !== null;
    if (!isFinal && (delivery.state === 'failed' || before.delivery.state === 'failed'))
      void store.keep(outgoing, null);
  }

  function add(outgoing: Outgoing, kept: boolean) {
    const { clientMessageId: id, conversationId } = outgoing;
    if (lanes.get(id) || over.has(id)) return;
    // Told before it is kept: a tab that is closed in the very next moment has left its words with the others.
    if (!kept) peers.tell({ kind: 'written', outgoing });
    const actor = createActor(machine, { input: { outgoing, kept } });
    lanes.queue(actor);
    changed.next({ kind: 'changed', outgoing });
    follow(actor, id, conversationId);
    actor.start();
    giveTurn(conversationId);
  }

  function hearOf(news: Exclude<OutboxNews, { kind: 'written' }>) {
    const { clientMessageId } = news;
    const actor = lanes.get(clientMessageId);
    if (news.kind === 'reported' && news.report.seq === null)
      actor?.send({ type: 'peer.reported', report: news.report });
    else if (!actor) over.add(clientMessageId);
    else if (news.kind === 'discarded') actor.send({ type: 'message.discarded' });
    else actor.send({ type: 'peer.reported', report: news.report });
  }

  function hear(news: OutboxNews) {
    // What came from another tab is not told again.
    hearing = true;
    if (news.kind === 'written') add(news.outgoing, true);
    else hearOf(news);
    hearing = false;
  }

  const leftovers = createLeftovers(
    { all: store.all, take: (outgoing) => add(outgoing, true), known: giveTurns },
    scope,
  );

  function turn(next: Gate) {
    const restored = next.owns && next.ready && !(gate.owns && gate.ready);
    if (next.owns && !gate.owns) void leftovers.read();
    gate = next;
    for (const actor of lanes.all()) {
      if (restored) actor.send({ type: 'link.restored' });
      if (!next.owns) actor.send({ type: 'turn.taken' });
    }
    if (restored) giveTurns();
  }

  scope.add(peers.news$.subscribe(hear));
  scope.add(needs.gate$.subscribe(turn));
  scope.add(lanes.stop);
  scope.add(store.more$.subscribe(() => void leftovers.read()));
  void leftovers.read();

  return {
    write(conversationId, { type, content }, draft = null, clientMessageId = nextId(conversationId)) {
      if (draft !== null) drafts.set(clientMessageId, draft);
      const written = { clientMessageId, conversationId, type, content, writtenAt: needs.now() };
      add({ ...written, delivery: { state: 'queued' }, seq: null }, false);
      return clientMessageId;
    },
    retry: (id) => lanes.get(id)?.send({ type: 'retry.asked' }),
    discard: (id) => lanes.get(id)?.send({ type: 'message.discarded' }),
    settle: (id, seq) => lanes.get(id)?.send({ type: 'echo.received', seq }),
    unsent: (conversationId) => lanes.of(conversationId).map(outgoingOf),
    changes$: new Observable((watcher) => {
      for (const actor of lanes.all()) watcher.next({ kind: 'changed', outgoing: outgoingOf(actor) });
      return changed.subscribe(watcher);
    }),
  };
}
