import type { Answer } from '../../../contract/operation.ts';
import { isPlanConflict } from '../../domain/planDates.ts';

/** A conflict with what is planned already is named at this field of the form. */
export const conflictAt = <T>(field: string, answer: Answer<T>): Answer<T> =>
  answer.ok || !isPlanConflict(answer.failure)
    ? answer
    : { ok: false, failure: { ...answer.failure, data: { field } } };
