import { inArray } from 'drizzle-orm';
import { readAllergyText } from '../../clinical/allergies/allergyText.ts';
import type { FactValue } from '../../clinical/facts/patientFacts.ts';
import type { GrowthCurve } from '../../clinical/measures/growth.ts';
import type { patientCreateOrder } from '../../contract/extension/patient.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { type patient, patientFact } from '../db/schema/patients.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { announceFacts } from './announceFacts.ts';
import { measureDoubt } from './measureDoubt.ts';
import { isNews, isReplacedBy } from './policy.ts';
import { currentFacts } from './queries.ts';

type Intake = NonNullable<RequestOf<typeof patientCreateOrder>['intake']>;

/** What the form states. A denial of allergies is an answer of its own; everything else about them stays as written. */
function statementsOf({ allergies, medicines = [], weightKg }: Intake): FactValue[] {
  const says = readAllergyText(allergies ?? '');
  const text = (allergies ?? '').trim();
  return [
    ...(says === 'denied' ? [{ kind: 'noKnownAllergy' as const }] : []),
    ...(says === 'stated' || says === 'deniedInPart'
      ? [{ kind: 'allergy' as const, code: null, text, reaction: '', severity: 'unknown' as const }]
      : []),
    ...medicines.map((name) => ({ kind: 'medicine' as const, genericCode: null, name: name.trim(), dose: '' })),
    ...(weightKg ? [{ kind: 'weight' as const, kg: weightKg }] : []),
  ];
}

type Order = { id: string; patientId: string; who: typeof patient.$inferSelect };

/** The statement with a mark if it is implausible: it then counts for no check until a doctor confirms it. */
const withMark = (value: FactValue, isDoubted: boolean): FactValue =>
  isDoubted && (value.kind === 'weight' || value.kind === 'height') ? { ...value, implausible: true } : value;

/**
 * Stores what a patient stated in the form before the consultation, unconfirmed. It replaces what an earlier form stated
 * about the same. What a doctor confirmed stays, and what the patient states otherwise is stored beside it until a doctor
 * decides.
 */
export async function storeIntake(
  tx: Transaction,
  { who, ...order }: Order,
  intake: Intake,
  growth: readonly GrowthCurve[],
  at: number,
) {
  const current = await currentFacts(tx, order.patientId);
  const stated = statementsOf(intake);
  // Weight and height of one form are judged together.
  const together = [
    ...current,
    ...stated.map((value) => ({ value, confirmed: false, createTime: at, confirmTime: null })),
  ];
  const news = stated
    .map((value) => withMark(value, measureDoubt(value, who, together, at, growth) !== null))
    .filter((value) => isNews(value, current));
  if (news.length === 0) return;
  const replaced = current.filter((row) => isReplacedBy(row, news));
  if (replaced.length > 0)
    await tx.change(
      patientFact,
      { endTime: at },
      inArray(
        patientFact.id,
        replaced.map(({ id }) => id),
      ),
    );
  const form = { patientId: order.patientId, orderId: order.id, origin: 'intake', confirmed: false } as const;
  await tx.addAll(
    patientFact,
    news.map((value) => ({ ...form, value, createTime: at })),
  );
  await announceFacts(tx, order.patientId, at);
}
