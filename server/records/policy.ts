import { deniesAllergies, leftOut } from '../../clinical/facts/recordAllergies.ts';
import { allergenList } from '../../clinical/facts/words.ts';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { blanksForSigning, RecordStatus } from '../../clinical/lifecycle/record.ts';
import { Code } from '../../contract/envelope.ts';
import type { saveCase } from '../../contract/http/record.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { Language, Staff } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import type { consultOrder } from '../db/schema/orders.ts';
import type { patientFact } from '../db/schema/patients.ts';
import type { NameOf } from '../patients/factNames.ts';
import type { Diagnosed } from './wire.ts';

/** A sent record whose diagnoses have the names of the hospital's list. */
export type Save = Omit<RequestOf<typeof saveCase>, 'diagnosisList'> & Diagnosed;

/** How long after the end of a consultation its record can still be signed. */
export const signWithinMs = 24 * 3_600_000;

type Owned = { doctorId: string | null };

/** Only the doctor of the consultation writes its record. */
export const mayWriteRecord = (me: Staff, order: Owned): boolean => order.doctorId === me.id;

/** That doctor reads it, and reviewers once a prescription of the consultation was submitted. */
export const mayReadRecord = (me: Staff, order: Owned, isReviewed: boolean): boolean =>
  order.doctorId === me.id || (me.isAuditor && isReviewed);

type Order = Pick<typeof consultOrder.$inferSelect, 'status' | 'endTime'>;

/** A record can be written while its consultation is active, and for a day after it only signed. */
export function isWritable({ status, endTime }: Order, save: Save, at: number): boolean {
  if (status === OrderStatus.active) return true;
  return save.status === RecordStatus.signed && status === OrderStatus.finished && at - (endTime ?? at) <= signWithinMs;
}

/** A record with a blank is not signed. */
export function refusalOfBlank(save: Save): Refused | null {
  const [blank] = blanksForSigning(save);
  if (!blank) return null;
  const { name: field, text, start, end } = blank;
  return refusedWith(Code.badRequest, 'recordBlank', { field, blank: text, start, end });
}

/** No record is signed that leaves out or denies what is known about allergies. */
export function refusalOfAllergies(
  { allergyHistory }: Save,
  facts: readonly (typeof patientFact.$inferSelect)[],
  { language, nameOf }: { language: Language; nameOf: NameOf },
): Refused | null {
  const missing = leftOut(allergyHistory, facts);
  if (missing.length === 0) return null;
  const { zh, en } = allergenList(missing.map(({ value }) => ({ value, name: nameOf(value) })));
  const allergy = inLanguage(language, zh, en);
  const wording = deniesAllergies(allergyHistory) ? 'recordDeniesAllergies' : 'recordLacksAllergies';
  return refusedWith(Code.badRequest, wording, { field: 'allergyHistory', allergy });
}
