import { blankIn } from '../words/blanks.ts';
import { isReason } from '../words/writtenReason.ts';
import type { Level } from './level.ts';

/** What becomes of the medicine that the patient takes: the new one replaces it, or both continue. */
export type ChangeAnswer = 'replaces' | 'bothContinue';

/** Fields that a finding shares with the reason written for it. */
type Found = {
  ruleCode: string;
  lineIndex?: number | null | undefined;
  params?: Readonly<Record<string, unknown>> | null | undefined;
};

/** A doctor's written reason for continuing despite a finding. */
export type Reason = {
  ruleCode: string;
  lineIndex?: number | null | undefined;
  /** The subject of the finding; null if one reason covers all findings of the rule on this line. */
  about?: string | null | undefined;
  reason: string;
  /** The answer to a change of medicine; absent for other findings and in what was written before it was asked. */
  change?: ChangeAnswer | null | undefined;
};

/**
 * The subject of a finding beyond its rule and line: the check that could not run, the quoted text, or the other medicine
 * and how it interacts. A reason given for one must not count for the next.
 */
export function subjectOf({ ruleCode, params }: Found): string | null {
  const parts = [
    ruleCode === 'notChecked' ? params?.rule : null,
    params?.quote,
    params?.otherCode,
    params?.interaction,
  ];
  const subject = parts.filter((one) => typeof one === 'string' && one !== '').join(': ');
  return subject === '' ? null : subject;
}

/** Whether a reason was written for this finding. */
export const isReasonFor = (given: Omit<Reason, 'reason' | 'change'>, found: Found): boolean =>
  given.ruleCode === found.ruleCode &&
  (given.lineIndex ?? null) === (found.lineIndex ?? null) &&
  ((given.about ?? null) === null || given.about === subjectOf(found));

/** Whether a finding asks what becomes of the medicine that the patient takes. */
export const asksForChange = ({ params }: Pick<Found, 'params'>): boolean => typeof params?.change === 'string';

/** A finding with its level and whether it needs a written reason. */
export type Judged = Found & { level: Level; needReason: boolean };

/** A finding after the doctor's answer: both medicines together are judged as on one prescription. */
export function answered<F extends Judged>(found: F, reasons: readonly Reason[]): F {
  const given = asksForChange(found) ? reasons.find((one) => isReasonFor(one, found)) : undefined;
  const isRefused = given?.change === 'bothContinue' && found.params?.together === 'block';
  return isRefused ? { ...found, level: 'block', needReason: false } : found;
}

/** Whether a warning still lacks its written reason, or the answer to a change of medicine. */
export function needsAnswer(found: Judged, reasons: readonly Reason[]): boolean {
  if (!found.needReason || found.level === 'block') return false;
  const given = reasons.find((one) => isReasonFor(one, found));
  return !given || !isReason(given.reason) || blankIn(given.reason) !== null || (asksForChange(found) && !given.change);
}
