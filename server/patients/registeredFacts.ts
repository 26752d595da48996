import type { FactValue } from '../../clinical/facts/patientFacts.ts';
import type { PatientSummary } from '../../clinical/facts/summaryShape.ts';
import { defaultSettings } from '../../clinical/settings/settings.ts';
import type { patient, patientFact } from '../db/schema/patients.ts';
import { consultationTexts, type Sight, summaryFrom } from './knownPatient.ts';

type Patient = Pick<
  typeof patient.$inferSelect,
  | ('id' | 'createTime' | 'gender' | 'allergens' | 'allergy' | 'weightKg')
  | ('pregnant' | 'lactating' | 'liver' | 'kidney' | 'egfr')
>;
type NewFact = Omit<typeof patientFact.$inferInsert, 'tenantId'>;

const male = 1;
const states = ['no', 'yes', 'unknown'] as const;

/** The statements of a patient whose file already has them, confirmed at that time by the doctor who wrote the file. */
export function registeredFacts(who: Patient, confirmedAt: number = who.createTime): NewFact[] {
  const { gender, allergens, allergy, weightKg, pregnant, lactating, liver, kidney, egfr } = who;
  const state = (value: number | null) => (value === null ? null : (states[value] ?? 'unknown'));
  const [isPregnant, isLactating] = gender === male ? [] : [pregnant, lactating].map(state);
  const [hasLiver, hasKidney] = [liver, kidney].map(state);
  // If the file has one text for each code, each code gets its own; otherwise each gets the whole text.
  const texts = (allergy ?? '').split(/[;；]\s*/);
  const values: FactValue[] = [
    ...allergens.map((code, index): FactValue => {
      const text = (texts.length === allergens.length ? texts[index] : allergy) ?? code;
      return { kind: 'allergy', code, text, reaction: '', severity: 'unknown' };
    }),
    ...(weightKg === null ? [] : [{ kind: 'weight' as const, kg: weightKg }]),
    ...(isPregnant ? [{ kind: 'pregnancy' as const, state: isPregnant, week: null }] : []),
    ...(isLactating ? [{ kind: 'lactation' as const, state: isLactating }] : []),
    ...(hasLiver ? [{ kind: 'liver' as const, state: hasLiver, note: '' }] : []),
    ...(hasKidney ? [{ kind: 'kidney' as const, state: hasKidney, egfr, creatinine: null }] : []),
  ];
  return values.map((value) => ({
    value,
    patientId: who.id,
    confirmed: true,
    origin: 'doctor',
    createTime: confirmedAt,
  }));
}

const noTexts = consultationTexts({ chiefComplaint: null, symptoms: null }, null);

/** Days before a visit at which the facts of the demonstration's patients were confirmed. */
export const confirmedDaysBefore = 9;
const dayMs = 86_400_000;

/** When the facts that count at a visit were confirmed: the present ones, if the visit was after that. */
function confirmedBefore(visit: number, now: number): number {
  const present = now - confirmedDaysBefore * dayMs;
  return present < visit ? present : visit - confirmedDaysBefore * dayMs;
}

/** What a file that already has the statements says about its patient at a visit. */
export function registeredSummary(
  who: typeof patient.$inferSelect,
  { at, nameOf }: Sight,
  now: number,
): PatientSummary {
  const facts = registeredFacts(who, confirmedBefore(at, now)).map(({ value, createTime }, index) => ({
    ...{
      id: String(index),
      value,
      confirmed: true,
      origin: 'doctor' as const,
      by: null,
      createTime,
      confirmTime: null,
    },
  }));
  return summaryFrom({ who, facts, texts: noTexts, settings: defaultSettings, nameOf }, at);
}
