import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pageStaff } from '../../../contract/extension/administration.ts';
import {
  approveAudit,
  claimAudit,
  myAuditRecord,
  pageAudit,
  reviewStatistics,
} from '../../../contract/extension/audit.ts';
import { pageOrders } from '../../../contract/extension/consult.ts';
import { countOwnOrders, countOwnPrescriptions } from '../../../contract/extension/counts.ts';
import { pageDiagnoses, saveDiagnosis } from '../../../contract/extension/diagnoses.ts';
import { searchAllergens, searchGenerics } from '../../../contract/extension/facts.ts';
import { pageMedicines, saveMedicine } from '../../../contract/extension/medicines.ts';
import { pageHospitals } from '../../../contract/extension/operator.ts';
import { findTrailPatients } from '../../../contract/extension/trail.ts';
import { awaitList } from '../../../contract/http/consult.ts';
import { pageDiseases } from '../../../contract/http/disease.ts';
import { searchDrugs } from '../../../contract/http/drugs.ts';
import { listPrescriptions } from '../../../contract/http/prescription.ts';
import type { Operation } from '../../../contract/operation.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { patient } from '../../../server/db/schema/patients.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { allCalls } from '../../support/callWorld.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';
import { newMedicine } from '../../support/medicines.ts';
import { openOperatorWorld } from '../../support/operatorWorld.ts';
import { allTicked, submitted } from '../../support/prescribing.ts';
import { asked, written } from '../../support/searchedWords.ts';

vi.setConfig({ testTimeout: 120_000 });

let hospital: Hospital;
let doctor: Member;
let reviewer: Member;
let admin: Member;
hospitalSuite(async (suite) => {
  ({ hospital, doctor } = suite);
  reviewer = await hospital.hire(true);
  admin = await hospital.administrator();
});

type Counted = { list?: unknown[]; counts?: unknown[]; approved?: number };
const count = (data: unknown): number => {
  const { list, counts, approved } = data as Counted;
  return Array.isArray(data) ? data.length : ((list ?? counts)?.length ?? approved ?? Number.NaN);
};

/** The calls that a person's own hospital answers, each with who asks. */
async function askedInHospital(): Promise<(readonly [Operation, Member, object])[]> {
  const rx = await submitted(hospital, doctor, {}, { patient: { name: written } });
  const { leaseId } = (await hospital.call(claimAudit, reviewer, { id: rx.id, version: rx.version })).data as {
    leaseId: string;
  };
  await hospital.call(approveAudit, reviewer, { id: rx.id, version: rx.version, leaseId, checklist: allTicked });
  await submitted(hospital, doctor, {}, { patient: { name: written } });
  const added = { id: null, revision: null };
  await hospital.call(saveMedicine, admin, { ...newMedicine, ...added, code: 'every1', nameEn: `${written} drops` });
  const disease = { code: 'M35.0', name: '干燥综合征', nameEn: written, words: [] };
  await hospital.call(saveDiagnosis, admin, { ...added, ...disease });
  const page = { pageNo: 1, pageSize: 10 };
  return [
    [awaitList, doctor, {}],
    [countOwnOrders, doctor, {}],
    [countOwnPrescriptions, doctor, {}],
    [pageOrders, doctor, page],
    [listPrescriptions, doctor, page],
    [searchDrugs, doctor, { ...page, warehouseId: hospital.warehouseId }],
    [pageDiseases, doctor, page],
    [pageAudit, reviewer, page],
    [myAuditRecord, reviewer, page],
    [reviewStatistics, reviewer, {}],
    [pageMedicines, admin, page],
    [pageDiagnoses, admin, page],
  ];
}
const others: Operation[] = [searchAllergens, searchGenerics, pageStaff, pageHospitals, findTrailPatients];

test('every search of the platform finds words whatever their accents, case, width and ß', async () => {
  const calls = await askedInHospital();
  const hasKeyword = ({ query, body }: Operation) =>
    [query, body].some((schema) => schema && 'shape' in schema && 'keyword' in (schema.shape as object));
  const known = new Set<Operation>([...calls.map(([operation]) => operation), ...others]);
  expect(allCalls.filter(([, one]) => hasKeyword(one) && !known.has(one)).map(([name]) => name)).toEqual([]);
  for (const [operation, as, input] of calls)
    for (const keyword of asked) {
      const typed = (text: string) => ({ ...input, [operation === pageDiseases ? 'name' : 'keyword']: text });
      const { code, data } = await hospital.call(operation, as, typed(keyword));
      expect(code, `${operation.path} ${keyword}`).toBe(200);
      expect(count(data), `${operation.path} ${keyword}`).toBeGreaterThan(0);
      const none = await hospital.call(operation, as, typed(`${keyword}x`));
      expect(count(none.data), `${operation.path} ${keyword}x`).toBe(0);
    }
});

test.each(['amoxicillin', 'ÁMOXICILLÏN', 'ａｍｏｘｉｃｉｌｌｉｎ', 'amo\u0301xicillin'])(
  'the searches of allergens and of generics find %s',
  async (keyword) => {
    for (const operation of [searchAllergens, searchGenerics]) {
      const { data } = await hospital.call(operation, doctor, { keyword });
      expect(data).toMatchObject([{ code: 'amoxicillin' }]);
    }
  },
);

test('the searches of staff, of hospitals and of patients on the trail fold what is typed too', async () => {
  const { db, people, call, close } = await openOperatorWorld();
  onTestFinished(close);
  await db.update(staff).set({ nameEn: written }).where(eq(staff.id, people.ann.id));
  await db.update(tenant).set({ nameEn: written }).where(eq(tenant.id, '2'));
  await hospitalStore(db, '1').add(patient, {
    name: written,
    gender: 1,
    createTime: 1,
    allergy: '',
    mobile: '13911112222',
  });
  for (const keyword of asked)
    for (const operation of [pageStaff, pageHospitals, findTrailPatients]) {
      const { data } = await call(operation, { keyword, pageNo: 1, pageSize: 10 });
      expect(count(data), `${operation.path} ${keyword}`).toBe(1);
    }
});
