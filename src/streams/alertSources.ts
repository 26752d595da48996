import { concatMap, distinct, EMPTY, filter, from, map, merge, type Observable, of, scan } from 'rxjs';
import type { AuditItem } from '../../contract/extension/audit.ts';
import type { OpenQuestion } from '../../contract/extension/reviewQuestions.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { ConversationId, OrderId } from '../../contract/ids.ts';
import { SenderType } from '../../contract/im.ts';
import type { PrescriptionChanged } from '../../contract/socket.ts';
import {
  type Activity,
  type Alert,
  isChatFocused,
  isListSeen,
  isRejected,
  isUnclaimed,
  isUrgentReview,
  type TabView,
} from '../domain/alerts.ts';
import type { ChatSummary } from '../domain/chatSummary.ts';
import { fromWire } from '../domain/conversationEvents.ts';
import type { Awaiting } from './awaiting.ts';
import type { Applied } from './inbox.ts';
import type { Live } from './live.ts';
import type { PrescriptionQueue } from './prescriptionQueue.ts';
import type { OpenQuestions } from './questionList.ts';

type Clock = { readonly now: () => number };
type Names = { readonly patientOf: (orderId: OrderId) => string | null };

/** Messages from patients. Only those that arrive after the conversation was loaded raise an alert. */
export const messageAlerts = (applied$: Observable<Applied>, { now, patientOf }: Clock & Names): Observable<Alert> =>
  applied$.pipe(
    concatMap(({ conversationId, event }) => {
      if (event.kind !== 'message' || event.message.senderType !== SenderType.patient) return EMPTY;
      const { body: message, recalled } = fromWire(event.message);
      const { orderId } = event.message;
      if (recalled) return EMPTY;
      const about = { subject: conversationId, cause: String(event.seq), orderId, who: patientOf(orderId) };
      return of<Alert>({ kind: 'message', ...about, message, count: 1, at: now() });
    }),
  );

/** Items added to a list after its first complete load. */
const newcomers = <T, Item>(list$: Observable<T>, itemsOf: (list: T) => ReadonlyMap<string, Item> | null) =>
  list$.pipe(
    scan(
      (before: { known: ReadonlyMap<string, Item> | null; fresh: readonly Item[] }, list) => {
        const items = itemsOf(list);
        if (items === null) return { known: before.known, fresh: [] };
        const { known } = before;
        return { known: items, fresh: known ? [...items].flatMap(([id, item]) => (known.has(id) ? [] : item)) : [] };
      },
      { known: null, fresh: [] },
    ),
    concatMap(({ fresh }) => from(fresh)),
  );

/** Patients who joined the waiting list. */
export const waitingAlerts = (list$: Observable<Awaiting>, { now }: Clock): Observable<Alert> =>
  newcomers(list$, ({ waiting, state }) =>
    state === 'live' ? new Map<string, ConsultOrder>(waiting.map((order) => [order.id, order])) : null,
  ).pipe(
    map(({ id, version, patient }) => ({
      kind: 'waiting',
      subject: id,
      cause: String(version),
      orderId: id,
      who: patient.name,
      message: null,
      count: 1,
      at: now(),
    })),
  );

/** Prescriptions that joined the review queue; emergencies and those of children are urgent. */
export const reviewAlerts = (queue$: Observable<PrescriptionQueue>, { now }: Clock): Observable<Alert> =>
  newcomers(queue$, ({ items, state }): ReadonlyMap<string, AuditItem> | null =>
    state === 'live' ? items : null,
  ).pipe(
    filter(({ auditStatus }) => isUnclaimed(auditStatus)),
    map((item) => ({
      kind: isUrgentReview(item) ? ('urgentReview' as const) : ('review' as const),
      subject: item.id,
      cause: String(item.version),
      orderId: null,
      who: null,
      message: null,
      count: 1,
      at: now(),
    })),
  );

/** Questions of reviewers about this doctor's prescriptions. */
export const questionAlerts = (open$: Observable<OpenQuestions>, { now }: Clock): Observable<Alert> =>
  newcomers(open$, ({ questions, state }) =>
    state === 'live' ? new Map<string, OpenQuestion>(questions.map((question) => [question.id, question])) : null,
  ).pipe(
    map(({ id, orderId, patientName }) => ({
      kind: 'question',
      subject: id,
      cause: id,
      orderId,
      who: patientName,
      message: null,
      count: 1,
      at: now(),
    })),
  );

/** Rejected prescriptions of this doctor, from the conversation or from a push, whichever arrives first. */
export const rejectedAlerts = (
  applied$: Observable<Applied>,
  changed$: Observable<PrescriptionChanged>,
  { now, patientOf, orderIn }: Clock & Names & { readonly orderIn: (id: ConversationId) => OrderId | null },
): Observable<Alert> =>
  merge(
    applied$.pipe(
      concatMap(({ conversationId, event }) =>
        event.kind === 'prescription'
          ? of({ ...event, id: event.prescriptionId, orderId: orderIn(conversationId) })
          : EMPTY,
      ),
    ),
    changed$,
  ).pipe(
    filter(({ auditStatus }) => isRejected(auditStatus)),
    distinct(({ id, version }) => `${id} ${version}`),
    map(({ id, version, orderId }) => ({
      kind: 'rejected',
      subject: id,
      cause: String(version),
      orderId,
      who: orderId && patientOf(orderId),
      message: null,
      count: 1,
      at: now(),
    })),
  );

/** `raised$`: new alerts. `isResolved`: whether an alert needs no more attention. `moved$`: when to check that again. */
export type AlertEvents = {
  readonly raised$: Observable<Alert>;
  readonly isResolved: (alert: Alert) => boolean;
  readonly moved$: Observable<unknown>;
};

/** What the person sees and where they are active, in all tabs. */
type ViewState = {
  readonly now: () => number;
  readonly tabViews: () => readonly TabView[];
  readonly activities: { readonly value: readonly Activity[] };
};

/** An order whose consultation the doctor has open. */
export type OpenOrder = {
  readonly id: OrderId;
  readonly conversationId: ConversationId;
  readonly patientName: string | null;
};

type DoctorSources = {
  readonly applied$: Observable<Applied>;
  readonly summaries: Live<ReadonlyMap<ConversationId, ChatSummary>>;
  readonly list: Live<Awaiting>;
  readonly openOrders: () => readonly OpenOrder[];
  /** Emits when an order is opened or closed. */
  readonly opened$: Observable<unknown>;
  readonly changed$: Observable<PrescriptionChanged>;
  readonly questions: Live<OpenQuestions>;
};

/** Doctors are alerted to messages, waiting patients, rejected prescriptions and questions of reviewers. */
export function doctorAlerts(
  { applied$, summaries, list, openOrders, opened$, changed$, questions }: DoctorSources,
  { now, tabViews, activities }: ViewState,
): AlertEvents {
  const listed = (): readonly OpenOrder[] =>
    [...list.value.running, ...list.value.waiting].map(({ id, conversationId, patient }) => ({
      id,
      conversationId,
      patientName: patient.name,
    }));
  const known = () => [...listed(), ...openOrders()];
  const patientOf = (orderId: OrderId) => known().find(({ id }) => id === orderId)?.patientName ?? null;
  const orderIn = (id: ConversationId) => known().find(({ conversationId }) => conversationId === id)?.id ?? null;

  function isResolved(alert: Alert): boolean {
    if (isChatFocused(alert, tabViews()) || isListSeen(alert, activities.value)) return true;
    if (alert.kind === 'message') {
      const chats: ReadonlyMap<string, ChatSummary> = summaries.value;
      const chat = chats.get(alert.subject);
      return !chat?.unread || !chat.unanswered?.length;
    }
    if (alert.kind === 'question') {
      const open = questions.value;
      return open.state === 'live' && !open.questions.some(({ id }) => id === alert.subject);
    }
    if (alert.kind !== 'waiting') return false;
    const isWaiting = list.value.state !== 'live' || list.value.waiting.some(({ id }) => id === alert.subject);
    return !isWaiting || openOrders().some(({ id }) => id === alert.subject);
  }
  return {
    isResolved,
    moved$: merge(summaries.pipe(), list.pipe(), questions.pipe(), opened$),
    raised$: merge(
      messageAlerts(applied$, { now, patientOf }),
      waitingAlerts(list.pipe(), { now }),
      questionAlerts(questions.pipe(), { now }),
      rejectedAlerts(applied$, changed$, { now, patientOf, orderIn }),
    ),
  };
}

/** Reviewers are alerted to new prescriptions in the queue. */
export function reviewerAlerts(queue: Live<PrescriptionQueue>, { now, activities }: ViewState): AlertEvents {
  const itemOf = (id: string) => (queue.value.items as ReadonlyMap<string, AuditItem>).get(id);
  return {
    moved$: queue.pipe(),
    raised$: reviewAlerts(queue.pipe(), { now }),
    isResolved(alert) {
      const item = itemOf(alert.subject);
      return item === undefined || !isUnclaimed(item.auditStatus) || isListSeen(alert, activities.value);
    },
  };
}
