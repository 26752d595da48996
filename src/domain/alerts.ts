import { AuditStatus } from '../../clinical/lifecycle/audit.ts';
import type { OrderId } from '../../contract/ids.ts';
import type { MessageBody } from './timeline.ts';

/** What a person can be called for: a patient wrote, a patient waits, a prescription was rejected, one waits for review. */
export type AlertKind = 'message' | 'waiting' | 'rejected' | 'review';

/** One thing that somebody should look at. All messages of a conversation are one, until they are seen. */
export type Alert = {
  readonly kind: AlertKind;
  /** What it is about: the conversation, order or prescription. */
  readonly subject: string;
  /** What has just happened to the subject: the same in all tabs. */
  readonly cause: string;
  readonly orderId: OrderId | null;
  /** The patient, where known. */
  readonly who: string | null;
  /** The latest message. */
  readonly said: MessageBody | null;
  readonly count: number;
  /** When it was last raised, on this machine's clock. */
  readonly at: number;
};

/** Alerts of one tag replace each other. */
export const alertKey = ({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string => `${kind}:${subject}`;

/** One call, whichever tab makes it. */
export const callName = (alert: Alert): string => `${alertKey(alert)} ${alert.cause}`;

/** Everything that nobody has looked at yet, the latest last. */
export type PendingAlerts = ReadonlyMap<string, Alert>;

/** What one open tab shows: whether it can be seen, and whose chat has the focus in it. */
export type Gaze = { readonly visible: boolean; readonly orderId: OrderId | null };

/** A person's hand on a page that can be seen. */
export type Touch = { readonly path: string; readonly at: number };

const aboutChat: readonly AlertKind[] = ['message', 'rejected'];

/** Whether the patient's chat is the focused one in a tab that can be seen: then nobody has to be called. */
export const isWatched = ({ kind, orderId }: Alert, gazes: readonly Gaze[]): boolean =>
  orderId !== null && aboutChat.includes(kind) && gazes.some((gaze) => gaze.visible && gaze.orderId === orderId);

const listPages: Partial<Record<AlertKind, readonly string[]>> = {
  waiting: ['/', '/cloudRoom'],
  rejected: ['/', '/prescriptionRecord'],
  review: ['/prescriptionTask'],
};

/** Whether a person has since worked on a page that lists what the alert is about. */
export const isListSeen = ({ kind, at }: Alert, touches: readonly Touch[]): boolean =>
  touches.some((touch) => touch.at > at && listPages[kind]?.includes(touch.path) === true);

/** Adds an alert, or makes it one more of the same subject. */
export function withAlert(pending: PendingAlerts, alert: Alert): PendingAlerts {
  const key = alertKey(alert);
  const count = (pending.get(key)?.count ?? 0) + 1;
  const next = new Map(pending);
  next.delete(key);
  return next.set(key, { ...alert, count });
}

/** Leaves out what is over; the same map when nothing is. */
export function withoutOver(pending: PendingAlerts, isOver: (alert: Alert) => boolean): PendingAlerts {
  const left = [...pending].filter(([, alert]) => !isOver(alert));
  return left.length === pending.size ? pending : new Map(left);
}

export const isRejected = (auditStatus: number): boolean => auditStatus === AuditStatus.rejected;
export const isUnclaimed = (auditStatus: number): boolean => auditStatus === AuditStatus.waiting;

/** Where a person finds what an alert is about. */
export const placeOfAlert = ({ kind, orderId }: Alert): string => {
  // Opening a review would hold it for this auditor, so the queue is shown.
  if (kind === 'review') return '/prescriptionTask';
  return orderId === null ? '/prescriptionRecord' : `/cloudRoom?order=${encodeURIComponent(orderId)}`;
};
