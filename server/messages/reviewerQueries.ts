import { eq } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { imConversation } from '../db/schema/messages.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { storedSettings } from '../db/storedSettings.ts';
import { auditorsReadMessages, isReviewedBy } from './policy.ts';

const isPermitted = async (store: HospitalStore): Promise<boolean> => auditorsReadMessages(await storedSettings(store));

/**
 * Whether a reviewer may read the messages of a consultation: while they review one of its prescriptions, and only if
 * the hospital lets reviewers read messages.
 */
export const mayReviewerRead = async (store: HospitalStore, auditorId: string, orderId: string, at: number) =>
  (await isPermitted(store)) && (await store.first(prescription, isReviewedBy(auditorId, orderId, at))) !== null;

/** The conversation of a consultation, if this reviewer may read it now. */
export async function readableConversation(store: HospitalStore, auditorId: string, orderId: string, at: number) {
  if (!(await mayReviewerRead(store, auditorId, orderId, at))) return null;
  return (await store.first(imConversation, eq(imConversation.orderId, orderId)))?.id ?? null;
}
