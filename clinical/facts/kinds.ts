import { mayBecomePregnant, type Person } from '../patient/childbearing.ts';
import { type ClinicalSettings, countsAsChild } from '../settings/settings.ts';
import type { LocalText } from '../words/localText.ts';
import { entryOf, type PatientSummary, type SummaryKind, summaryKinds } from './summaryShape.ts';

const words = (en: string, zh: string): LocalText => ({ en, zh });

/** What each kind of fact is called on screens and paper. */
export const kindWords: Readonly<Record<SummaryKind, LocalText>> = {
  allergies: words('Allergies', '过敏史'),
  medicines: words('Long-term medicines', '长期用药'),
  pregnancy: words('Pregnancy', '妊娠'),
  lactation: words('Breastfeeding', '哺乳'),
  contraception: words('Contraception', '避孕'),
  kidney: words('Kidney function', '肾功能'),
  liver: words('Liver function', '肝功能'),
  weight: words('Weight', '体重'),
  height: words('Height', '身高'),
  smoking: words('Smoking', '吸烟'),
  alcohol: words('Alcohol', '饮酒'),
};

/** The kinds that a prescription names: allergies always, the weight where it is known, states that apply or are doubted. */
export const onPaper = (summary: PatientSummary): SummaryKind[] =>
  summaryKinds.filter((kind) => {
    const { claims, standing } = entryOf(summary, kind);
    if (kind === 'allergies') return true;
    if (kind === 'weight') return claims.length > 0;
    if (kind !== 'pregnancy' && kind !== 'lactation' && kind !== 'kidney' && kind !== 'liver') return false;
    return standing === 'contradictory' || claims.some(({ value }) => 'state' in value && value.state === 'yes');
  });

/** What of a hospital's settings says which facts are asked for. */
export type AgeLimits = Pick<ClinicalSettings, 'childBelowMonths' | 'childbearingYears'>;

/** The kinds that a patient of this sex and age is asked for, besides allergies; of unknown age for all that could matter. */
export const neededKinds = (person: Person, limits: AgeLimits): readonly SummaryKind[] => [
  ...(mayBecomePregnant(person, limits) ? (['pregnancy', 'lactation'] as const) : []),
  ...(countsAsChild(person.ageMonths, limits) ? (['weight'] as const) : []),
];
