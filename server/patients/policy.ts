import { isDeepStrictEqual } from 'node:util';
import { type FactValue, isSameSubject } from '../../clinical/facts/patientFacts.ts';
import type { patientFact } from '../db/schema/patients.ts';

type Current = Pick<typeof patientFact.$inferSelect, 'value' | 'confirmed'>;

/** Kinds of which a patient has several statements, so that a confirmed one about the same needs no other. */
const several: ReadonlySet<FactValue['kind']> = new Set(['allergy', 'medicine']);

/** Whether what a patient states is stored: it is none of the current statements, and says more than a confirmed one. */
export const isNews = (value: FactValue, current: readonly Current[]): boolean =>
  !current.some(
    (row) =>
      isDeepStrictEqual(value, row.value) ||
      (several.has(value.kind) && isSameSubject(value, row.value) && row.confirmed),
  );

/** Whether a patient's new statements replace a current one: only an unconfirmed one about the same. */
export const isReplacedBy = ({ value, confirmed }: Current, news: readonly FactValue[]): boolean =>
  !confirmed && news.some((one) => isSameSubject(one, value));
