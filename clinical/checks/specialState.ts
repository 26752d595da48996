import { mayBecomePregnant } from '../patient/childbearing.ts';
import type { ClinicalSettings } from '../settings/settings.ts';
import { listed } from '../words/localText.ts';
import { knownLines, type MedicineFacts, type PatientFacts, type Rule, type SpecialState } from './facts.ts';
import { hit, unavailable } from './finding.ts';
import { ownKidneyVerdict } from './kidneyDose.ts';
import { asksAboutPregnancy } from './pregnancyPrevention.ts';

/** Whether the state can be ruled out without asking: men, children and old women are not pregnant. */
function isImpossible(state: SpecialState, patient: PatientFacts, settings: ClinicalSettings): boolean {
  return (state === 'pregnancy' || state === 'lactation') && !mayBecomePregnant(patient, settings);
}

const isReached = (from: number | null, week: number | null): boolean => from !== null && week !== null && week >= from;

/**
 * Finds medicines that a patient's state forbids, or allows only with care. If nobody asked about the state, the result is
 * "not checked". Where the kidney function is known and the label has limits for it, those decide what is refused.
 */
const specialState =
  (state: SpecialState): Rule =>
  (input, tables, settings) => {
    const known = input.patient.states[state];
    const verdict = (medicine: MedicineFacts) =>
      state === 'kidney' ? ownKidneyVerdict(medicine, input.patient) : null;
    const against = knownLines(input).filter(
      ({ medicine }) => medicine.suitability[state] !== null && verdict(medicine) !== 'usual',
    );
    if (against.length === 0 || known === 'no') return [];
    if (known === 'unknown') {
      if (isImpossible(state, input.patient, settings)) return [];
      const unasked = against.filter(
        (one) => state !== 'pregnancy' || !asksAboutPregnancy(one, input, tables, settings),
      );
      if (unasked.length === 0) return [];
      return [
        unavailable(state, 'stateUnknown', null, { drugs: listed(unasked.map(({ medicine }) => medicine.name)) }),
      ];
    }
    return against.map(({ medicine, lineIndex }) => {
      if (medicine.suitability[state] === 'unknown')
        return unavailable(state, 'suitabilityUnknown', lineIndex, { drug: medicine.name });
      const from =
        state === 'pregnancy' && medicine.suitability[state] === 'caution' ? medicine.forbiddenFromWeek : null;
      const isForbidden =
        (medicine.suitability[state] === 'forbidden' && verdict(medicine) !== 'reduced') ||
        isReached(from, input.patient.pregnancyWeek);
      const params = { drug: medicine.name, ...(from === null ? {} : { fromWeek: from }) };
      return hit(state, { level: isForbidden ? 'block' : 'warn', lineIndex, params, source: 'Medicine table' });
    });
  };

export const pregnancy = specialState('pregnancy');
export const lactation = specialState('lactation');
export const liver = specialState('liver');
export const kidney = specialState('kidney');
