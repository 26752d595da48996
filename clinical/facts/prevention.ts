import { isLasting, type PreventionAnswers } from '../patient/contraception.ts';
import { type Claim, claimsOf, entryOf, type PatientSummary } from './summaryShape.ts';

/** An answer is today's if it is no older than this when the prescription is submitted. */
const answerMs = 86_400_000;

/**
 * The answers about pregnancy and contraception that count for a prescription submitted at `prescribedAt` (epoch ms). Only
 * what a doctor confirmed counts.
 */
export function preventionAnswers(summary: PatientSummary, prescribedAt: number): PreventionAnswers {
  const isFresh = ({ confirmed, time }: Pick<Claim, 'confirmed' | 'time'>) =>
    confirmed && time !== null && time > prescribedAt - answerMs;
  const answer = claimsOf(entryOf(summary, 'contraception'), 'contraception').find(
    (claim) => claim.confirmed && (isLasting(claim.value.state) || isFresh(claim)),
  );
  const denial = claimsOf(entryOf(summary, 'pregnancy'), 'pregnancy').find(
    (claim) => claim.value.state === 'no' && isFresh(claim),
  );
  return { contraception: answer?.value.state ?? null, deniesPregnancy: denial !== undefined };
}
