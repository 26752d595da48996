/** What a finding and the reason written for it have in common. */
type Found = {
  ruleCode: string;
  lineIndex?: number | null | undefined;
  params?: Readonly<Record<string, unknown>> | null | undefined;
};

/** A doctor's written reason for going on in spite of a finding. */
export type Reason = {
  ruleCode: string;
  lineIndex?: number | null | undefined;
  /** What the finding spoke of; null from a caller who gives one reason for everything that the rule found in this place. */
  about?: string | null | undefined;
  reason: string;
};

/**
 * What a finding speaks of where its rule and line do not say it: the check that was left out, and the words it quotes.
 * A reason given for one text must not count for the next.
 */
export function subjectOf({ ruleCode, params }: Found): string | null {
  const parts = [ruleCode === 'notChecked' ? params?.rule : null, params?.quote];
  const subject = parts.filter((one) => typeof one === 'string' && one !== '').join(': ');
  return subject === '' ? null : subject;
}

/** Whether a reason was written for this finding. */
export const isReasonFor = (given: Omit<Reason, 'reason'>, found: Found): boolean =>
  given.ruleCode === found.ruleCode &&
  (given.lineIndex ?? null) === (found.lineIndex ?? null) &&
  ((given.about ?? null) === null || given.about === subjectOf(found));
