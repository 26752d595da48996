import { AuditStatus, emergencyType } from '../../clinical/lifecycle/review.ts';
import type { OrderId } from '../../contract/ids.ts';
import type { MessageBody } from './message.ts';

/** Reasons for an alert: a patient wrote or waits, a prescription was rejected, a reviewer asks, an urgent one or another waits for review. */
export type AlertKind = 'message' | 'waiting' | 'rejected' | 'question' | 'urgentReview' | 'review';

/** One alert. All unseen messages of a conversation form one alert. */
export type Alert = {
  readonly kind: AlertKind;
  /** Id of the conversation, order, prescription or question. */
  readonly subject: string;
  /** The event behind the alert: the same in all tabs. */
  readonly cause: string;
  readonly orderId: OrderId | null;
  /** The patient's name, if known. */
  readonly who: string | null;
  /** The latest message. */
  readonly message: MessageBody | null;
  readonly count: number;
  /** When it was last raised, by this machine's clock in epoch ms. */
  readonly at: number;
};

/** Alerts with the same key replace each other. */
export const alertKey = ({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string => `${kind}:${subject}`;

/** Identifies one occurrence of an alert, the same in every tab. */
export const alertOccurrenceId = (alert: Alert): string => `${alertKey(alert)} ${alert.cause}`;

/** All unseen alerts, the latest last. */
export type PendingAlerts = ReadonlyMap<string, Alert>;

/** State of one open tab: whether it is visible, and the order whose chat has the focus. */
export type TabView = { readonly visible: boolean; readonly orderId: OrderId | null };

/** The person used pointer or keyboard on a visible page. */
export type Activity = { readonly path: string; readonly at: number };

const aboutChat: readonly AlertKind[] = ['message', 'rejected', 'question'];

/** Whether the patient's chat has the focus in a visible tab, so that no alert is needed. */
export const isChatFocused = ({ kind, orderId }: Alert, tabViews: readonly TabView[]): boolean =>
  orderId !== null && aboutChat.includes(kind) && tabViews.some((view) => view.visible && view.orderId === orderId);

const listPages: Partial<Record<AlertKind, readonly string[]>> = {
  waiting: ['/', '/cloudRoom'],
  rejected: ['/', '/prescriptionRecord'],
  question: ['/'],
  urgentReview: ['/prescriptionTask'],
  review: ['/prescriptionTask'],
};

/** Whether the person has since worked on a page that lists the alert's subject. */
export const isListSeen = ({ kind, at }: Alert, activities: readonly Activity[]): boolean =>
  activities.some((activity) => activity.at > at && listPages[kind]?.includes(activity.path) === true);

/** Adds an alert, or raises the count of the one with the same subject. */
export function withAlert(pending: PendingAlerts, alert: Alert): PendingAlerts {
  const key = alertKey(alert);
  const count = (pending.get(key)?.count ?? 0) + 1;
  const next = new Map(pending);
  next.delete(key);
  return next.set(key, { ...alert, count });
}

/** Removes resolved alerts; returns the same map if none is. */
export function withoutResolved(pending: PendingAlerts, isResolved: (alert: Alert) => boolean): PendingAlerts {
  const left = [...pending].filter(([, alert]) => !isResolved(alert));
  return left.length === pending.size ? pending : new Map(left);
}

export const isRejected = (auditStatus: number): boolean => auditStatus === AuditStatus.rejected;

/** Whether a new prescription in the queue alerts as urgent: an emergency, or one for a child. */
export const isUrgentReview = ({ rxType, child }: { readonly rxType: number; readonly child: boolean }): boolean =>
  rxType === emergencyType || child;
export const isUnclaimed = (auditStatus: number): boolean => auditStatus === AuditStatus.waiting;

/** The page that shows what an alert is about. */
export const placeOfAlert = ({ kind, orderId }: Pick<Alert, 'kind' | 'orderId'>): string => {
  // Opening a review would lock it for this reviewer, so the queue is opened.
  if (kind === 'review' || kind === 'urgentReview') return '/prescriptionTask';
  return orderId === null ? '/prescriptionRecord' : `/cloudRoom?order=${encodeURIComponent(orderId)}`;
};
