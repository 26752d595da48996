import { distinctUntilChanged, type Subscription, skip } from 'rxjs';
import { fromPromise } from 'xstate';
import * as z from 'zod/mini';
import { isOrderOpen } from '../../../clinical/lifecycle/order.ts';
import type { Api } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { AccountId, ConversationId, OrderId } from '../../../contract/ids.ts';
import { MessageType } from '../../../contract/im.ts';
import { limits } from '../../../contract/limits.ts';
import type { AcceptOutcome, BlockersOutcome, FinishOutcome, LoadOutcome } from '../../domain/consultation.ts';
import { draftKey, formDraftKey, summaryForm } from '../../domain/drafts.ts';
import { finishBlockers } from '../../domain/finish.ts';
import { type ConsultationKey, doerName } from '../../domain/owner.ts';
import { consultationMachine } from '../../machines/consultation.ts';
import { conversationOf, orderOf } from '../../machines/selectors/consultation.ts';
import { consultationsOf } from '../../machines/selectors/workspace.ts';
import type { Workspace } from '../../machines/workspace.ts';
import type { Alarm } from '../../services/alarm.ts';
import type { DraftStorage } from '../../services/draftBook.ts';
import type { PendingFinishes } from '../../services/layoutStore.ts';
import type { AwaitingList } from '../../streams/awaiting.ts';
import type { Inbox } from '../../streams/inbox.ts';
import type { Live } from '../../streams/live.ts';
import { linkReturns } from '../../streams/refreshOnHint.ts';
import type { createPrescriptionMachine, createRecordMachine } from './documents.ts';
import type { Link } from './link.ts';
import type { Outbox } from './outbox.ts';

type ConsultationEventsNeeds = {
  readonly workspace: Workspace;
  readonly applied$: Inbox['applied$'];
  readonly events: Link['events'];
  /** Interrupted when pushes may have been missed. */
  readonly current$: Link['current$'];
  readonly list: AwaitingList['list'];
  /** The doctor of this workspace; their own accepted orders are not reported as taken. */
  readonly me: AccountId;
  /** The language on the screen, now and whenever it changes. */
  readonly language$: Live<string>;
};

/** Forwards order and prescription events of the platform to the open consultations. */
export function forwardConsultationEvents(
  { workspace, applied$, events, current$, list, me, language$ }: ConsultationEventsNeeds,
  scope: Subscription,
): void {
  const opened = () => consultationsOf(workspace.getSnapshot());
  const inConversation = (conversationId: string) =>
    Object.values(opened()).find((actor) => conversationOf(actor.getSnapshot()) === conversationId);

  scope.add(
    applied$.subscribe(({ conversationId, event }) => {
      if (event.kind === 'order') {
        const { status, version, time } = event;
        inConversation(conversationId)?.send({ type: 'order.changed', status, version, time });
      }
      if (event.kind === 'prescription') {
        // Of a change that is also pushed, the conversation repeats the version; it replaces a push that was missed.
        const { prescriptionId: id, version, status } = event;
        const news = { id, version, status, updateTime: 0 };
        inConversation(conversationId)?.send({ type: 'prescription.changed', ...news });
      }
    }),
  );
  scope.add(
    events('prescription:changed').subscribe(({ id, orderId, version, status, updateTime = null }) => {
      opened()[orderId]?.send({ type: 'prescription.changed', id, version, status, updateTime });
    }),
  );
  scope.add(
    events('record:changed').subscribe(({ orderId, version, status }) => {
      opened()[orderId]?.send({ type: 'record.changed', version, status });
    }),
  );
  const recheckAll = () => {
    for (const actor of Object.values(opened())) actor.send({ type: 'facts.changed' });
  };
  scope.add(events('hospital:changed').subscribe(({ part }) => part === 'checks' && recheckAll()));
  const rereadRecords = () => {
    for (const actor of Object.values(opened())) actor.send({ type: 'record.changed', version: null, status: null });
  };
  scope.add(
    linkReturns(current$).subscribe(() => {
      // What was pushed in between is not known: records and checks read again.
      rereadRecords();
      recheckAll();
    }),
  );
  // The platform names diagnoses in the reader's language.
  scope.add(language$.pipe(distinctUntilChanged(), skip(1)).subscribe(rereadRecords));
  scope.add(
    events('patient:changed').subscribe(({ patientId }) => {
      for (const actor of Object.values(opened()))
        if (orderOf(actor.getSnapshot())?.patient.id === patientId) actor.send({ type: 'facts.changed' });
    }),
  );
  scope.add(
    list.subscribe(({ waiting, running }) => {
      for (const order of [...waiting, ...running]) opened()[order.id]?.send({ type: 'order.refreshed', order });
    }),
  );
  scope.add(
    events('awaiting:changed').subscribe(({ orderId, change, by }) => {
      if (change === 'taken' && by?.id !== me)
        opened()[orderId]?.send({ type: 'order.taken', doctorName: by ? doerName(by, language$.value) : null });
      else if (change !== 'added') opened()[orderId]?.send({ type: 'order.left' });
    }),
  );
}

type Needs = {
  readonly api: Api;
  readonly outbox: Outbox;
  /** Number of unsent files of a conversation. */
  readonly attached: (conversationId: ConversationId) => Promise<number>;
  /** Runs on the platform's clock. */
  readonly alarm: Alarm;
  /** The platform's clock, epoch ms. */
  readonly now: () => number;
  readonly pendingFinishes: PendingFinishes;
  readonly drafts: Pick<DraftStorage, 'read' | 'adopt' | 'drop'>;
  readonly record: ReturnType<typeof createRecordMachine>;
  readonly prescription: ReturnType<typeof createPrescriptionMachine>;
};

const Winner = z.object({ doctorName: z.nullish(z.string()) });

const withOrder = (order: ConsultOrder | null): ConsultOrder => {
  if (!order) throw new Error('the order is not known yet');
  return order;
};

/** The consultation machine, connected to the platform's API. */
export const createConsultationMachine = ({
  api,
  outbox,
  attached,
  alarm,
  now,
  pendingFinishes,
  drafts,
  record,
  prescription,
}: Needs) => {
  async function load({ orderId }: ConsultationKey): Promise<LoadOutcome> {
    const answer = await api.orderDetail({ id: orderId }, { quiet: true });
    return answer.ok ? { outcome: 'loaded', order: answer.data } : { outcome: 'failed', failure: answer.failure };
  }

  async function accept(order: ConsultOrder): Promise<AcceptOutcome> {
    const answer = await api.acceptOrder({ id: order.id }, { quiet: true });
    if (answer.ok) return { outcome: 'accepted', order: answer.data };
    const { failure } = answer;
    if (failure.code !== Code.orderTaken) return { outcome: 'failed', failure };
    const winner = Winner.safeParse(failure.data);
    return { outcome: 'takenByAnother', doctorName: winner.success ? (winner.data.doctorName ?? null) : null };
  }

  /** Deletes the draft of a sent summary here, because the pane that would clear the form may already be closed. */
  async function dropSummary(orderId: OrderId, summary: string): Promise<void> {
    const key = formDraftKey(summaryForm(orderId));
    const typed = await drafts.read(key, z.object({ form: z.string() }));
    if (typed?.form.trim() !== summary) return;
    drafts.adopt(key);
    drafts.drop(key);
  }

  async function finish(order: ConsultOrder, summary: string): Promise<FinishOutcome> {
    const answer = await api.finishOrder({ id: order.id, ...(summary ? { summary } : {}) }, { quiet: true });
    if (answer.ok) {
      void dropSummary(order.id, summary);
      return { outcome: 'finished', order: answer.data };
    }
    // Another tab or the time limit ended it first, which counts as success.
    const ended =
      answer.failure.code === Code.orderStatusRefused ? await api.orderDetail({ id: order.id }, { quiet: true }) : null;
    if (ended?.ok && !isOrderOpen(ended.data.status)) return { outcome: 'finished', order: ended.data };
    return { outcome: 'failed', failure: answer.failure };
  }

  async function findBlockers({ orderId, conversationId }: ConsultationKey): Promise<BlockersOutcome> {
    const [written, prescribed] = await Promise.all([
      api.getCase({ orderId }, { quiet: true }),
      api.listPrescriptions({ orderId, pageNo: 1, pageSize: 50 }, { quiet: true }),
    ]);
    if (!written.ok) return { outcome: 'failed', failure: written.failure };
    if (!prescribed.ok) return { outcome: 'failed', failure: prescribed.failure };
    const unsentCount = outbox.unsent(conversationId).length + (await attached(conversationId));
    const blockers = finishBlockers({ record: written.data, prescriptions: prescribed.data.list, unsentCount });
    return { outcome: 'found', blockers };
  }

  const waitUntil = (at: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const stop = alarm(at, resolve);
      signal.addEventListener('abort', stop, { once: true });
    });

  return consultationMachine.provide({
    actors: {
      load: fromPromise(({ input }) => load(input)),
      accept: fromPromise(({ input }) => accept(withOrder(input.order))),
      findBlockers: fromPromise(({ input }) => findBlockers(input)),
      announce: fromPromise(async ({ input: { key, summary } }) => {
        const finishing = { at: now() + limits.undoMs, summary };
        await pendingFinishes.keep(key, finishing);
        return finishing;
      }),
      waitUntil: fromPromise(({ input, signal }) => waitUntil(input, signal)),
      finish: fromPromise(({ input }) => finish(withOrder(input.order), input.summary)),
      record,
      prescription,
    },
    actions: {
      deliver(_, { key, reply }) {
        // Only text replies have a draft.
        const draft = reply.type === MessageType.text ? draftKey('reply', key.orderId) : null;
        outbox.write(key.conversationId, reply, draft);
      },
      deleteFinishing: (_, { orderId }) => pendingFinishes.drop(orderId),
      announceUndo: (_, { orderId }) => pendingFinishes.undo(orderId),
    },
  });
};
