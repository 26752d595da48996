import { eq } from 'drizzle-orm';
import type { LocalText, RuleTables } from '../../clinical/checks/tables.ts';
import { type StateAnswer, summariseFacts } from '../../clinical/patientFacts.ts';
import { patient } from '../db/schema/patients.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { currentFacts, knownFrom } from './currentFacts.ts';

export type AllergenLabels = Pick<RuleTables, 'names' | 'crossAllergy'>;

/** Every allergen with its code and label: groups of ingredients with cross-allergy first, then ingredients. */
export function labelsOf({ names, crossAllergy }: AllergenLabels): ReadonlyMap<string, LocalText> {
  const groups = (crossAllergy ?? []).map(({ code, text }) => [code, text] as const);
  return new Map([...groups, ...Object.entries(names)]);
}

/** The label of an allergen's code; an unknown code is its own label. */
export type NameOf = (code: string) => LocalText;

export function nameIn(tables: AllergenLabels): NameOf {
  const labels = labelsOf(tables);
  return (code) => labels.get(code) ?? { en: code, zh: code };
}

/** One text of all allergies. A name may contain a comma, so English names are separated by semicolons. */
const inOneText = (names: readonly LocalText[]): LocalText => ({
  en: [...new Set(names.map(({ en }) => en))].join('; '),
  zh: [...new Set(names.map(({ zh }) => zh))].join('、'),
});

const denial: LocalText = { zh: '否认药物过敏史', en: 'No known drug allergies' };

/** The state on the wire: 0 no, 1 yes, 2 unknown; null if nobody was asked. */
const wireState = (state: StateAnswer | null) => (state === null ? null : state === 'yes' ? 1 : state === 'no' ? 0 : 2);

/** The patient's row repeats what lists, banners and the checks of other consultations read. */
export async function projectFacts(tx: Transaction, patientId: string, nameOf: NameOf, at: number): Promise<void> {
  const summary = summariseFacts(knownFrom(await currentFacts(tx, patientId)), at);
  const { allergens, uncodedAllergies, allergiesAsked } = summary;
  const names = [...allergens.map(nameOf), ...uncodedAllergies.map((text) => ({ zh: text, en: text }))];
  const inWords = names.length > 0 ? inOneText(names) : allergiesAsked ? denial : null;
  await tx.change(
    patient,
    {
      allergens: [...allergens],
      weightKg: summary.weightKg,
      heightCm: summary.heightCm,
      egfr: summary.egfr,
      pregnancyWeek: summary.pregnancyWeek,
      pregnant: wireState(summary.pregnancy),
      lactating: wireState(summary.lactation),
      liver: wireState(summary.liver),
      kidney: wireState(summary.kidney),
      allergySummary: inWords,
    },
    eq(patient.id, patientId),
  );
}
