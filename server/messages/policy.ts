import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { MessageType, type Refusal } from '../../contract/im.ts';
import { limits } from '../../contract/limits.ts';
import { isAhead } from '../db/elapsed.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Party } from './party.ts';
import { type ConversationRow, type EventRow, refusal } from './wire.ts';

/** `reviews.messages` of a hospital's settings; without it reviewers read no messages. */
const Permission = z.object({ reviews: z.object({ messages: z.literal(true) }) });

/** Whether a hospital's settings let reviewers read messages. */
export const auditorsReadMessages = (settings: Record<string, unknown> | undefined): boolean =>
  Permission.safeParse(settings).success;

/** The prescriptions of a consultation that this reviewer reviews now, as a condition of a query. */
export const isReviewedBy = (auditorId: string, orderId: string, at: number): SQL | undefined =>
  and(eq(prescription.orderId, orderId), eq(prescription.leaseHolderId, auditorId), gt(prescription.leaseUntil, at));

/** The consultation if its patient waits for this doctor or for any, as conditions of a query. */
export const waitsFor = (doctorId: string, orderId: string): (SQL | undefined)[] => [
  eq(consultOrder.id, orderId),
  eq(consultOrder.status, OrderStatus.awaiting),
  or(isNull(consultOrder.requestedDoctorId), eq(consultOrder.requestedDoctorId, doctorId)),
];

/** Messages that people write; the platform's cards and notices cannot be recalled. */
const { text, image, voice, file, caseCard } = MessageType;
const recallable: readonly (number | null)[] = [text, image, voice, file, caseCard];

/** Whether this party wrote the message. */
export const isWrittenBy = ({ type, id }: Party, message: EventRow | null): message is EventRow =>
  message?.senderType === type && message.senderId === id && recallable.includes(message.type);

export const recallIsTooLate = () => refusal('recallTooLate', 'it is too late to recall this');

/** A message can be recalled within five minutes and while the consultation is open; none whose time lies ahead. */
export function refusalOfRecall(
  { open }: Pick<ConversationRow, 'open'>,
  { sendTime }: Pick<EventRow, 'sendTime'>,
  at: number,
): z.input<typeof Refusal> | null {
  if (!open) return refusal('conversationClosed', 'the consultation is not running');
  const isLate = at - sendTime > limits.recallWithinMs || isAhead(sendTime, at);
  return isLate ? recallIsTooLate() : null;
}
