import { isInGroups } from '../diagnoses/icd10.ts';
import { mayBecomePregnant } from '../patient/childbearing.ts';
import { isLasting, type PreventionAnswers } from '../patient/contraception.ts';
import type { ClinicalSettings } from '../settings/settings.ts';
import { type CheckInput, type KnownLine, knownLines, type Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';
import type { PreventionDuty } from './patientTables.ts';
import type { RuleTables } from './tables.ts';

function isCovered({ line, medicine }: KnownLine, duty: PreventionDuty, { diagnoses }: CheckInput): boolean {
  if (diagnoses.some((code) => code !== null && isInGroups(code, duty.unlessFor))) return false;
  return medicine.ingredients.includes(duty.code) && !duty.exemptRoutes.some((route) => route === line.route);
}

/** What is still to be answered; null if a reliable method is in use or none is needed. */
function openAnswer({ contraception, deniesPregnancy }: PreventionAnswers): 'unprotected' | 'unanswered' | null {
  if (contraception === 'none') return 'unprotected';
  if (contraception === null) return 'unanswered';
  return deniesPregnancy || isLasting(contraception) ? null : 'unanswered';
}

type Duties = Pick<RuleTables, 'pregnancyPrevention'>;

/** Whether the finding about prevention already asks this patient about pregnancy for this medicine. */
export function asksAboutPregnancy(known: KnownLine, input: CheckInput, tables: Duties, settings: ClinicalSettings) {
  if (openAnswer(input.patient.prevention) === null || !mayBecomePregnant(input.patient, settings)) return false;
  return (tables.pregnancyPrevention ?? []).some((row) => isCovered(known, row, input));
}

/**
 * Medicines that harm the unborn child so much that authorities ask for contraception: refused in pregnancy; for a woman
 * who may become pregnant they need today's answers about pregnancy and contraception, or a reason.
 */
export const pregnancyPrevention: Rule = (input, { pregnancyPrevention: duties }, settings) => {
  if (!duties) return [unavailable('pregnancyPrevention', 'tableMissing')];
  const { states, prevention } = input.patient;
  const isPregnant = states.pregnancy === 'yes';
  const open = openAnswer(prevention);
  if (!isPregnant && (open === null || !mayBecomePregnant(input.patient, settings))) return [];
  return knownLines(input).flatMap((known) => {
    const { medicine, lineIndex } = known;
    // The check of pregnancy refuses these already.
    if (isPregnant && medicine.suitability.pregnancy === 'forbidden') return [];
    const duty = duties.find((row) => isCovered(known, row, input));
    if (!duty || (isPregnant && !duty.refusesPregnancy)) return [];
    const asks = { asks: 1, ...(open === 'unprotected' ? { unprotected: 1 } : {}) };
    const params = { drug: medicine.name, ...(isPregnant ? {} : asks) };
    const level = isPregnant ? 'block' : 'warn';
    const source = duty.date === null ? duty.source : `${duty.source}, ${duty.date}`;
    return [hit('pregnancyPrevention', { level, lineIndex, params, text: duty.text, source })];
  });
};
