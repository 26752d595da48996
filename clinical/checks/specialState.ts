import { knownLines, type PatientFacts, type Rule, type SpecialState } from './facts.ts';
import { hit, unavailable } from './finding.ts';
import { listed } from './tables.ts';

/** Ages in months at which pregnancy and breastfeeding cannot be ruled out without asking. */
const fertile = { from: 12 * 12, to: 56 * 12 };

/** Whether the state can be ruled out without asking: men, children and old women are not pregnant. */
function isImpossible(state: SpecialState, { female, ageMonths }: PatientFacts): boolean {
  if (state !== 'pregnancy' && state !== 'lactation') return false;
  return !female || (ageMonths !== null && (ageMonths < fertile.from || ageMonths >= fertile.to));
}

/**
 * Finds drugs that a patient's state forbids, or allows only with care. If nobody asked about the state, the result is
 * "not checked".
 */
const specialState =
  (state: SpecialState): Rule =>
  (input) => {
    const known = input.patient.states[state];
    const against = knownLines(input).filter(({ drug }) => drug.suitability[state] !== null);
    if (against.length === 0 || known === 'no') return [];
    if (known === 'unknown') {
      if (isImpossible(state, input.patient)) return [];
      return [unavailable(state, 'stateUnknown', null, { drugs: listed(against.map(({ drug }) => drug.name)) })];
    }
    return against.map(({ drug, lineIndex }) =>
      hit(state, {
        level: drug.suitability[state] === 'forbidden' ? 'block' : 'warn',
        lineIndex,
        params: { drug: drug.name },
        source: 'Drug table',
      }),
    );
  };

export const pregnancy = specialState('pregnancy');
export const lactation = specialState('lactation');
export const liver = specialState('liver');
export const kidney = specialState('kidney');
