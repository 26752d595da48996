import type * as z from 'zod/mini';
import { blankIn } from '../../clinical/words/blanks.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import { Code } from '../../contract/envelope.ts';
import { type approveAudit, verificationCodes } from '../../contract/extension/audit.ts';
import type { answerReviewQuestion, askReviewQuestion } from '../../contract/extension/reviewQuestions.ts';
import { type Refused, refused, refusedWith } from '../db/outcome.ts';
import type { PrescriptionRow } from '../prescriptions/storedPrescription.ts';
import type { QuestionRow } from './questionWire.ts';

type Question = z.output<(typeof askReviewQuestion)['body']>;
type Answer = z.output<(typeof answerReviewQuestion)['body']>;
type Approval = z.output<(typeof approveAudit)['body']>;

const refusalOfBlank = (field: string, text: string): Refused | null => {
  const blank = blankIn(text);
  return blank && refusedWith(Code.badRequest, 'recordBlank', { field, blank: blank.text });
};

/** Why a reviewer cannot ask this about a prescription; null if they can. */
export function refusalOfQuestion(
  { heldDecision }: Pick<PrescriptionRow, 'heldDecision'>,
  { finding = null, text }: Question,
): Refused | null {
  if (finding === null && isBlank(text)) return refusedWith(Code.questionRefused, 'questionEmpty');
  return heldDecision === null ? null : refusedWith(Code.questionRefused, 'askedAfterDecision');
}

/** Why this answer cannot be stored; null if it can. A repeat, because the client did not get the answer, is stored already. */
export function refusalOfAnswer(
  { answer, closeReason, confirms, finding }: QuestionRow,
  request: Answer,
): Refused | null {
  if (answer !== null) {
    const isRepeat = answer === request.text && confirms === (request.confirms ?? false);
    return isRepeat ? null : refusedWith(Code.questionClosed, 'questionAnswered');
  }
  if (closeReason !== null) return refused(Code.questionClosed, { reason: closeReason });
  if (request.confirms && finding === null) return refusedWith(Code.questionRefused, 'nothingToConfirm');
  if (!request.confirms && isBlank(request.text)) return refusedWith(Code.questionRefused, 'answerEmpty');
  return request.confirms ? refusalOfBlank('text', request.text) : null;
}

/** Why an approval is not complete: it needs all ten verifications, and its remark has no blank. */
export function refusalOfApproval({ checklist, remark }: Pick<Approval, 'checklist' | 'remark'>): Refused | null {
  const missing = verificationCodes.filter((code) => !checklist.some((tick) => tick.code === code && tick.ok));
  return missing.length > 0 ? refused(Code.checklistIncomplete, { missing }) : refusalOfBlank('remark', remark ?? '');
}
