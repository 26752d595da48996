import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { createPasswords } from '../../../server/accounts/passwords.ts';
import { drugInventory } from '../../../server/db/schema/drugs.ts';
import { imConversation, imEvent } from '../../../server/db/schema/messages.ts';
import { caseInfo, consultOrder } from '../../../server/db/schema/orders.ts';
import { patient, patientFact } from '../../../server/db/schema/patients.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { demoPassword } from '../../../server/demo/hospitals.ts';
import { seedDemonstration } from '../../../server/demo/seed.ts';
import { createDiagnosisIndex } from '../../../server/medicines/diagnosisIndex.ts';
import { pageDiseases } from '../../../server/medicines/diseases.ts';
import {
  diagnosesOf,
  findingsOf,
  linesOf,
  overridesOf,
  patientOf,
} from '../../../server/prescriptions/storedPrescription.ts';
import { signerIn } from '../../../server/signatures/signer.ts';
import { answerOf, callContext } from '../../support/callContext.ts';
import { around, openTestDatabase } from '../../support/database.ts';

vi.setConfig({ testTimeout: 30_000 });

const now = Date.UTC(2026, 4, 6, 1);
const passwords = createPasswords();

async function seeded() {
  const database = await openTestDatabase();
  await seedDemonstration({ db: database.db, passwords, now });
  return database;
}

let one: Awaited<ReturnType<typeof seeded>>;
beforeAll(async () => {
  one = await seeded();
}, 60_000);
afterAll(() => one?.close());

test('an empty database is seeded, and only once', async () => {
  const before = await one.db.$count(patient);
  expect(await seedDemonstration({ db: one.db, passwords, now })).toBe(true);
  expect(await one.db.$count(patient)).toBe(before);
});

test('a database with a real hospital is not changed', async () => {
  const database = await openTestDatabase();
  await database.db.insert(tenant).values({ name: 'A real one' });
  expect(await seedDemonstration({ db: database.db, passwords, now })).toBe(false);
  expect(await database.db.$count(patient)).toBe(0);
  await database.close();
}, 30_000);

test('every account has the demonstration password', async () => {
  const people = await one.db.select().from(staff).orderBy(asc(staff.id));
  expect(people.map(({ tenantId: hospitalId, username }) => `${hospitalId}/${username}`)).toEqual([
    ...['1/doctor01', '1/doctor02', '1/doctor03', '1/doctor04', '1/auditor01', '1/auditor02', '1/auditor03'],
    ...['1/admin01', '1/operator01'],
    ...['2/doctor21', '2/auditor21', '2/admin21'],
  ]);
  for (const { passwordHash } of people) expect(await passwords.verify(passwordHash, demoPassword)).toBe(true);
});

test('the first hospital has sixty patients and orders in every status', async () => {
  const orders = (await one.db.select().from(consultOrder)).filter(({ tenantId: hospitalId }) => hospitalId === '1');
  expect((await one.db.select().from(patient)).filter(({ tenantId: hospitalId }) => hospitalId === '1')).toHaveLength(
    60,
  );
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(Object.values(OrderStatus)));
});

test('prescriptions exist in every status, and each can be read', async () => {
  const rows = await one.db.select().from(prescription);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(Object.values(PrescriptionStatus)));
  for (const row of rows) {
    expect(linesOf(row).length).toBeGreaterThan(0);
    expect(diagnosesOf(row)).toHaveLength(1);
    expect([patientOf(row).id, overridesOf(row), findingsOf(row)]).toEqual([
      row.patientId,
      expect.any(Array),
      expect.any(Array),
    ]);
  }
});

test('facts are outdated only of patients whose prescriptions were not checked with them', async () => {
  const prescribed = new Set((await one.db.select().from(prescription)).map(({ patientId }) => patientId));
  const facts = await one.db.select().from(patientFact);
  const old = facts.filter(({ createTime }) => createTime < now - 30 * 86_400_000);
  expect(old.length).toBeGreaterThan(5);
  expect(old.filter(({ patientId }) => prescribed.has(patientId))).toEqual([]);
});

test('a prescription under review shows the facts with the date that the patient file has', async () => {
  const facts = await one.db.select().from(patientFact);
  const waiting = (await one.db.select().from(prescription)).filter(
    ({ status }) => status === PrescriptionStatus.pending,
  );
  expect(waiting.length).toBeGreaterThan(5);
  for (const row of waiting) {
    const weight = facts.find(({ patientId, value }) => patientId === row.patientId && value.kind === 'weight');
    expect([row.prescriptionNo, patientOf(row).weightTime]).toEqual([row.prescriptionNo, weight?.createTime ?? null]);
  }
});

test('every conversation numbers its events 1, 2, 3 … in order of time', async () => {
  const conversations = await one.db.select().from(imConversation);
  const events = await one.db.select().from(imEvent).orderBy(asc(imEvent.conversationId), asc(imEvent.seq));
  for (const { id, lastSeq } of conversations) {
    const own = events.filter(({ conversationId }) => conversationId === id);
    expect(own.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, n) => n + 1));
    expect(own.map(({ sendTime }) => sendTime)).toEqual(own.map(({ sendTime }) => sendTime).toSorted((a, b) => a - b));
  }
});

test('both warehouses of both hospitals have stock', async () => {
  const stock = await one.db.select().from(drugInventory);
  expect(new Set(stock.map(({ tenantId: hospitalId, warehouseId }) => `${hospitalId}/${warehouseId}`)).size).toBe(4);
});

test('the same seed and time give the same rows', async () => {
  const other = await seeded();
  const all = async ({ db }: typeof one) =>
    Promise.all([consultOrder, patient, imEvent, prescription, drugInventory].map((table) => db.select().from(table)));
  const withoutHashes = (rows: unknown) => JSON.stringify(rows, (key, value) => (key === 'passwordHash' ? '' : value));
  expect(withoutHashes(await all(other))).toBe(withoutHashes(await all(one)));
  await other.close();
}, 30_000);

test.each([
  ['a code', 'J18.1', ['J18.1']],
  ['a code without its point', 'k219', ['K21.9']],
  ['the first characters of a code', 'J18', ['J18.9', 'J18.0']],
  ['an English name, the general diagnosis before the special ones', 'pneumonia', ['J18.9']],
  ['an everyday English name', 'high blood pressure', ['I10']],
  ['an abbreviation', 'COPD', ['J44.9']],
  ['a Chinese name', '肺炎', ['J18.9']],
  ['an everyday Chinese name', '高血压', ['I10']],
  ['the initials of an everyday Chinese name', 'gxy', ['I10']],
  ['the pinyin of an everyday Chinese name', 'ganmao', ['J00']],
  ['pinyin initials', 'zqgxc', ['J45.9']],
  ['another reading of a Chinese name', 'kaxue', ['R04.2']],
  ['the beginning of a Chinese name', '2型糖尿', ['E11.9']],
])('a seeded diagnosis is found by %s', async (_, name, first) => {
  const { uow } = around(one.db, () => now);
  const doctor = { hospitalId: '1', language: 'en', id: '1' } as const;
  const page = pageDiseases({ diagnosisIndex: createDiagnosisIndex({ uow, now: () => now }) });
  const { list } = answerOf(await page({ name, pageNo: 1, pageSize: 20 }, callContext(uow, doctor, now)));
  expect(list.map(({ code }) => code).slice(0, first.length)).toEqual(first);
});

test('a signed record has the name and title of its signer, and a draft has none', async () => {
  const records = await one.db.select().from(caseInfo);
  const [signed, drafts] = [1, 0].map((status) => records.filter((row) => row.status === status));
  expect(signed?.length).toBeGreaterThan(0);
  expect(signed?.filter(({ signer }) => !signerIn(signer, 'en')?.name || !signerIn(signer, 'zh-CN')?.title)).toEqual(
    [],
  );
  expect(drafts?.filter(({ signer }) => signer !== null)).toEqual([]);
});
