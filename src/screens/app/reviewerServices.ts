import type { Observable } from 'rxjs';
import type * as z from 'zod/mini';
import type { AskedFinding, OpenQuestion, ReviewQuestion } from '../../../contract/extension/reviewQuestions.ts';
import type { OrderId, PrescriptionId } from '../../../contract/ids.ts';
import type { SigningRequest } from '../../domain/credentials.ts';
import type { StorageState } from '../../domain/outgoing.ts';
import type { Owner } from '../../domain/owner.ts';
import type { QueueView } from '../../domain/queueView.ts';
import type { LeftReview } from '../../domain/reviewQueue.ts';
import type { ReviewQueueRef } from '../../machines/reviewQueue.ts';
import type { ThreadEntry } from '../../machines/threadEntry.ts';
import type { Claims } from '../../streams/claims.ts';
import type { Live } from '../../streams/live.ts';
import type { ReviewQueue } from '../../streams/prescriptionQueue.ts';
import type { OpenQuestions, QuestionList } from '../../streams/questionList.ts';
import type { Colleague } from '../../streams/reviewerPresence.ts';

/** A question to a doctor as it is being written. */
export type Asking = {
  readonly entry: ThreadEntry;
  /** The finding that the doctor is asked to confirm; null for a question in words. */
  readonly finding$: Live<Chosen | null>;
  choose(finding: Chosen | null): void;
};
type Chosen = z.infer<typeof AskedFinding>;

/** The questions about one prescription with their answers. */
export type OpenThread = { readonly list$: Live<QuestionList<ReviewQuestion>>; refresh(): void; close(): void };

/** The questions of this reviewer. */
export type AskedQuestions = {
  /** The prescriptions of answered questions that were asked here. */
  readonly answered$: Observable<PrescriptionId>;
  /** Follows the questions about a prescription until it is closed. */
  openThread(id: PrescriptionId): OpenThread;
  /** The question being written about a prescription; null until what was typed before has been read. */
  asking(id: PrescriptionId): Live<Asking | null>;
};

/** Comments whose prescription has left the queue without a decision that was made here. */
export type LeftReviews = {
  readonly list$: Live<readonly LeftReview[]>;
  /** Deletes the latest comment on a prescription. */
  discard(id: PrescriptionId): Promise<void>;
};

/** Services of the signed-in reviewer. */
export type ReviewerServices = {
  readonly owner: Owner;
  readonly queue: ReviewQueue;
  readonly reviewQueue: ReviewQueueRef;
  readonly claims: Claims;
  readonly questions: AskedQuestions;
  readonly leftReviews: LeftReviews;
  /** The other reviewers who are connected; null while that is not known. */
  readonly colleagues$: Live<readonly Colleague[] | null>;
  /** Number of prescriptions in the queue; null if it is not known. */
  readonly waiting$: Live<number | null>;
  /** Sets the view from which the next free prescription is chosen; the result resets it. */
  readonly lookAt: (view: QueueView) => () => void;
  /** Result of the last attempt to store comments on this machine. */
  readonly storageState$: Live<StorageState>;
  readonly signing$: Live<SigningRequest | null>;
};

/** A question of a reviewer with the doctor's answer as it is being written; it stays while a text would be lost. */
export type QuestionCard = { readonly question: OpenQuestion; readonly entry: ThreadEntry };

/** The questions of reviewers that wait for this doctor. */
export type QuestionServices = {
  readonly open$: Live<OpenQuestions>;
  readonly cards$: Live<readonly QuestionCard[]>;
  /** Emits a question that was answered here. */
  readonly answered$: Observable<OpenQuestion>;
  refresh(): void;
};

/** What a screen shows of a consultation's questions. */
export type QuestionCardsProps = {
  readonly service: QuestionServices;
  readonly orderId: OrderId;
  /** A side panel covers the chat: a bar in front of it says that questions wait, and opens them. */
  readonly folded?: boolean;
};
