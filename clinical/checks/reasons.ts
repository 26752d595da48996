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
};

/**
 * The subject of a finding beyond its rule and line: the check that could not run, the quoted text, or the other drug
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
export const isReasonFor = (given: Omit<Reason, 'reason'>, found: Found): boolean =>
  given.ruleCode === found.ruleCode &&
  (given.lineIndex ?? null) === (found.lineIndex ?? null) &&
  ((given.about ?? null) === null || given.about === subjectOf(found));
