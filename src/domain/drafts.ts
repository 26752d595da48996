import type { OrderId, PrescriptionId } from '../../contract/ids.ts';

/** What may be left half-written in a consultation. */
export type DraftKind = 'reply' | 'record' | 'prescription';

/** One unfinished text of one consultation, or of the review of one prescription. */
export type DraftKey = `${DraftKind}:${OrderId}` | `review:${PrescriptionId}`;

export const draftKey = (kind: DraftKind, orderId: OrderId): DraftKey => `${kind}:${orderId}`;

export const reviewDraftKey = (id: PrescriptionId): DraftKey => `review:${id}`;

/** An unfinished text as it is kept; `tab` wrote it last, so that another tab can say so. */
export type Draft<T = unknown> = { readonly value: T; readonly savedAt: number; readonly tab: string };

/** What stands unsent in a composer. */
export type ReplyDraft = { readonly text: string };

/** Of two copies of a draft the one written later stands. */
export const laterDraft = <T>(a: Draft<T> | null, b: Draft<T> | null): Draft<T> | null =>
  a === null || (b !== null && b.savedAt > a.savedAt) ? b : a;
