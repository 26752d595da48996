import { and, eq, gt } from 'drizzle-orm';
import * as z from 'zod/mini';
import { imConversation } from '../db/schema/messages.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { tenantSettings } from '../db/tenantSettings.ts';

/** `reviews.messages` of a hospital's settings; without it reviewers read no messages. */
const Permission = z.object({ reviews: z.object({ messages: z.literal(true) }) });

/** Whether a hospital's settings let reviewers read messages. */
export const auditorsReadMessages = (settings: Record<string, unknown> | undefined): boolean =>
  Permission.safeParse(settings).success;

const isPermitted = async (store: Tenanted): Promise<boolean> => auditorsReadMessages(await tenantSettings(store));

const isReviewedBy = (auditorId: string, orderId: string, at: number) =>
  and(eq(prescription.orderId, orderId), eq(prescription.leaseHolderId, auditorId), gt(prescription.leaseUntil, at));

/**
 * Whether a reviewer may read the messages of a consultation: while they review one of its prescriptions, and only if
 * the hospital lets reviewers read messages.
 */
export const mayReviewerRead = async (store: Tenanted, auditorId: string, orderId: string, at: number) =>
  (await isPermitted(store)) && (await store.first(prescription, isReviewedBy(auditorId, orderId, at))) !== null;

/** The conversation of a consultation, if this reviewer may read it now. */
export async function readableConversation(store: Tenanted, auditorId: string, orderId: string, at: number) {
  if (!(await mayReviewerRead(store, auditorId, orderId, at))) return null;
  return (await store.first(imConversation, eq(imConversation.orderId, orderId)))?.id ?? null;
}
