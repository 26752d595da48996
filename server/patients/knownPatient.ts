import type { AllergyTexts } from '../../clinical/allergies/allergyReader.ts';
import { type KnownFact, type SummarySettings, summarise } from '../../clinical/facts/summaryOfStored.ts';
import type { PatientSummary } from '../../clinical/facts/summaryShape.ts';
import { ageInMonths } from '../../clinical/patient/age.ts';
import { sexOf } from '../../clinical/patient/sex.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import type { caseInfo, consultOrder } from '../db/schema/orders.ts';
import type { patient } from '../db/schema/patients.ts';
import type { NameOf } from './factNames.ts';

type Patient = typeof patient.$inferSelect;

/** The texts of a consultation that may mention an allergy: its record, and what the patient wrote. */
export type ConsultationTexts = {
  readonly inRecord: string;
  readonly histories: readonly string[];
  readonly complaints: readonly string[];
};

type OrderTexts = Pick<typeof consultOrder.$inferSelect, 'chiefComplaint' | 'symptoms'>;
type RecordTexts = Record<
  keyof Pick<typeof caseInfo.$inferSelect, 'allergyHistory' | 'pastHistory' | 'personalHistory' | 'presentIllness'>,
  string | null
>;

export const consultationTexts = (order: OrderTexts, record: RecordTexts | null): ConsultationTexts => ({
  inRecord: record?.allergyHistory ?? '',
  histories: [record?.pastHistory ?? '', record?.personalHistory ?? ''],
  complaints: [order.chiefComplaint ?? '', order.symptoms ?? '', record?.presentIllness ?? ''],
});

/** No texts, for what is known apart from a consultation. */
export const noTexts: ConsultationTexts = { inRecord: '', histories: [], complaints: [] };

/** All texts about a patient that may mention an allergy. */
export const allergyTextsOf = (
  { allergy, past }: Pick<Patient, 'allergy' | 'past'>,
  { inRecord, histories, complaints }: ConsultationTexts,
): AllergyTexts => ({ onFile: allergy, inRecord, histories: [past, ...histories], complaints });

export type Sources = {
  readonly who: Pick<Patient, 'birthday' | 'gender' | 'allergy' | 'past'>;
  readonly facts: readonly KnownFact[];
  readonly texts: ConsultationTexts;
  readonly settings: SummarySettings;
  readonly nameOf: NameOf;
};

/** When a summary is read, and who names its codes. */
export type Sight = { readonly at: number; readonly nameOf: NameOf };

/** What is known about a patient at a time. */
export const summaryFrom = ({ who, facts, texts, settings, nameOf }: Sources, at: number): PatientSummary =>
  summarise({
    facts,
    texts: allergyTextsOf(who, texts),
    sex: sexOf(who.gender),
    ageMonths: who.birthday === null ? null : ageInMonths(who.birthday, hospitalDay(at)),
    at,
    settings,
    nameOf,
  });
