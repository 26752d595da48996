import { concatMap, distinct, EMPTY, filter, from, map, merge, type Observable, of, scan } from 'rxjs';
import type { AuditItem } from '../../contract/extension/audit.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { ConversationId, OrderId } from '../../contract/ids.ts';
import { SenderType } from '../../contract/im.ts';
import type { PrescriptionChanged } from '../../contract/socket.ts';
import { type Alert, isRejected, isUnclaimed } from '../domain/alerts.ts';
import { fromWire } from '../domain/conversationEvents.ts';
import type { Awaiting } from './awaiting.ts';
import type { Applied } from './inbox.ts';
import type { PrescriptionQueue } from './prescriptionQueue.ts';

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

/** Prescriptions that joined the review queue. */
export const reviewAlerts = (queue$: Observable<PrescriptionQueue>, { now }: Clock): Observable<Alert> =>
  newcomers(queue$, ({ items, state }): ReadonlyMap<string, AuditItem> | null =>
    state === 'live' ? items : null,
  ).pipe(
    filter(({ auditStatus }) => isUnclaimed(auditStatus)),
    map(({ id, version }) => ({
      kind: 'review',
      subject: id,
      cause: String(version),
      orderId: null,
      who: null,
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
