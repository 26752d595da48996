import { answered, type Judged, needsAnswer, type Reason } from './reasons.ts';

/** What prevents the submission of a prescription with these findings and the doctor's reasons. */
type Obstacles<F> = {
  /** All findings after the doctor's answers to changes of medicine. */
  readonly judged: F[];
  /** Findings that forbid the prescription, whatever reason is written. */
  readonly blocking: F[];
  /** Warnings without their written reason, or without the answer to a change of medicine. */
  readonly unanswered: F[];
};

/** Whether a finding forbids the prescription. */
export const isBlocking = ({ level }: { readonly level: string }): boolean => level === 'block';

export function obstaclesOf<F extends Judged>(hits: readonly F[], reasons: readonly Reason[]): Obstacles<F> {
  const judged = hits.map((hit) => answered(hit, reasons));
  return {
    judged,
    blocking: judged.filter(isBlocking),
    unanswered: judged.filter((hit) => needsAnswer(hit, reasons)),
  };
}

/** The findings without those about the stock, which may be stale: the write that takes the packs checks it again. */
export const besidesStock = <F extends { readonly ruleCode: string }>(hits: readonly F[]): F[] =>
  hits.filter(({ ruleCode }) => ruleCode !== 'stock');
