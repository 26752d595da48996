import { and, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import type { ReviewFilter } from '../../contract/extension/audit.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { prescription, prescriptionLog, prescriptionVersion } from '../db/schema/prescriptions.ts';
import { formContains, pageOf } from '../db/textSearch.ts';

/** The prescription of a log row. */
export const isDecidedOn = (store: HospitalStore) =>
  and(eq(prescription.id, prescriptionLog.prescriptionId), eq(prescription.tenantId, store.hospitalId));

/** The reasons that the doctor wrote in the version that was decided; the log has the version after the decision. */
export const overridesThen = sql`coalesce((select v.content -> 'overrides' from ${prescriptionVersion} v
  where v.prescription_id = ${prescriptionLog.prescriptionId} and v.version < ${prescriptionLog.version}
  order by v.version desc limit 1), ${prescription.overrides})`;

const hasOverrides = sql`jsonb_array_length(${overridesThen}) > 0`;

/** Lines of a prescription's search text. */
const [numberLine, patientLine] = [1, 3];
const lineOf = (line: number) => sql`split_part(${prescription.searchText}, chr(10), ${line}::int)`;

/** A reviewer's own decisions that the filter selects, as rows of the log joined with their prescriptions. */
export function isOwnDecision(
  store: HospitalStore,
  reviewerId: string,
  { result, createTimeFrom, createTimeTo, doctorId, overridden, keyword }: ReviewFilter,
): SQL {
  const { action, operatorId, time } = prescriptionLog;
  const wanted =
    result === undefined ? ['approved', 'rejected'] : [result === AuditStatus.approved ? 'approved' : 'rejected'];
  return store.own(
    prescriptionLog,
    eq(operatorId, reviewerId),
    inArray(action, wanted),
    createTimeFrom === undefined ? undefined : gte(time, createTimeFrom),
    createTimeTo === undefined ? undefined : lte(time, createTimeTo),
    doctorId === undefined ? undefined : eq(prescription.doctorId, doctorId),
    overridden ? hasOverrides : undefined,
    keyword === undefined || keyword.trim() === ''
      ? undefined
      : or(formContains(keyword, lineOf(numberLine)), formContains(keyword, lineOf(patientLine))),
  );
}

/** A page of a reviewer's own decisions, from the log, which also has those on versions that were replaced later. */
export async function decidedPage(
  store: HospitalStore,
  reviewerId: string,
  query: ReviewFilter & { pageNo: number; pageSize: number },
) {
  const { limit, offset } = pageOf(query);
  const mine = isOwnDecision(store, reviewerId, query);
  const found = await store.db
    .select({
      log: prescriptionLog,
      row: prescription,
      overrides: sql<number>`jsonb_array_length(${overridesThen})::int`,
    })
    .from(prescriptionLog)
    .innerJoin(prescription, isDecidedOn(store))
    .where(mine)
    .orderBy(desc(prescriptionLog.time), desc(prescriptionLog.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await store.db
    .select({ total: sql<number>`count(*)::int` })
    .from(prescriptionLog)
    .innerJoin(prescription, isDecidedOn(store))
    .where(mine);
  return { found, total: counted?.total ?? 0 };
}
