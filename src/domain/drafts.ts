import type { OrderId, PrescriptionId, QuestionId } from '../../contract/ids.ts';

/** Kinds of drafts in a consultation; `replaced` is a reply that another window's text took the place of. */
export type DraftKind = 'reply' | 'replaced' | 'record' | 'addendum' | 'prescription';

/**
 * Key of a draft: one for each kind and consultation, one for each prescription's review or question, one for each answer and
 * each form; and one for the prescriptions that a reviewer has claimed together.
 */
export type DraftKey =
  | `${DraftKind}:${OrderId}`
  | `review:${PrescriptionId}`
  | `question:${PrescriptionId}`
  | `answer:${QuestionId}`
  | `form:${string}`
  | 'claims';

export const draftKey = (kind: DraftKind, orderId: OrderId): DraftKey => `${kind}:${orderId}`;

export const reviewDraftKey = (id: PrescriptionId): DraftKey => `review:${id}`;

/** A reviewer's question that is being written, and an answer to one. */
export const questionDraftKey = (id: PrescriptionId): DraftKey => `question:${id}`;
export const answerDraftKey = (id: QuestionId): DraftKey => `answer:${id}`;

/** What is typed in a form and not saved; the name says which form it is and what it is about. */
export const formDraftKey = (name: string): DraftKey => `form:${name}`;

/** The form of a finish dialog, in which the summary for the patient is written. */
export const summaryForm = (orderId: OrderId): string => `summary of ${orderId}`;

/** A stored draft; `tab` is the tab that wrote it last, so that other tabs can show that. */
export type Draft<T = unknown> = { readonly value: T; readonly savedAt: number; readonly tab: string };

/** A draft of one tab at one moment. */
export type Copy = Pick<Draft, 'tab' | 'savedAt'>;

/** A tab's copy of a draft: edited here, in another tab that is open, or left behind by one that is gone. */
export type TabCopy = Draft & { readonly place: 'here' | 'open' | 'left' };

/** Whether a draft was written after this copy. */
export const isLater = (draft: Copy, { tab, savedAt }: Copy): boolean =>
  draft.savedAt > savedAt || (draft.savedAt === savedAt && draft.tab !== tab);

/**
 * Whether each tab edits a copy of its own. Such drafts are stored side by side: what one tab saves is no reason to delete
 * what another one wrote. The other kinds are one text, which every tab shows as it is typed.
 */
export const isPerTab = (key: DraftKey): boolean => /^(record|prescription|review|question|answer|form):/.test(key);

/** The unsent text of a composer. */
export type ReplyDraft = { readonly text: string };

/** The later of two copies of a draft. */
export const laterDraft = <T>(a: Draft<T> | null, b: Draft<T> | null): Draft<T> | null =>
  a === null || (b !== null && b.savedAt > a.savedAt) ? b : a;
