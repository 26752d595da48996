import * as z from 'zod/mini';
import type { OrderId } from '../../contract/ids.ts';

/** What may be left half-written in a consultation. */
export type DraftKind = 'reply' | 'record' | 'prescription';

/** One unfinished text of one consultation. */
export type DraftKey = `${DraftKind}:${OrderId}`;

export const draftKey = (kind: DraftKind, orderId: OrderId): DraftKey => `${kind}:${orderId}`;

/** An unfinished text as it is kept; `tab` wrote it last, so that another tab can say so. */
export type Draft<T = unknown> = { readonly value: T; readonly savedAt: number; readonly tab: string };

/** What stands unsent in a composer. */
export const ReplyDraft = z.object({ text: z.string() });
export type ReplyDraft = z.infer<typeof ReplyDraft>;

export const emptyReply: ReplyDraft = { text: '' };

/** A draft as another tab or an earlier page wrote it; what it holds is checked by whoever reads it. */
export const KeptDraft = z.object({ value: z.unknown(), savedAt: z.number(), tab: z.string() });

/** What the tabs of one doctor tell each other about drafts; null when one was sent or thrown away. */
export const DraftNews = z.object({ key: z.string(), draft: z.nullable(KeptDraft) });
export type DraftNews = z.infer<typeof DraftNews>;

/** Of two copies of a draft the one written later stands. */
export const laterDraft = <T>(a: Draft<T> | null, b: Draft<T> | null): Draft<T> | null =>
  a === null || (b !== null && b.savedAt > a.savedAt) ? b : a;
