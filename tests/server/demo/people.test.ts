import { expect, test } from 'vitest';
import { needsAnswer } from '../../../clinical/checks/reasons.ts';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { ageInMonths } from '../../../clinical/patient/age.ts';
import { readRuleTables, readTable } from '../../../server/clinicalTables/tables.ts';
import { hospitalDay } from '../../../server/db/hospitalDay.ts';
import { seedHospitals, seedStaff } from '../../../server/demo/hospitals.ts';
import { makePeople } from '../../../server/demo/people.ts';
import { factsOf } from '../../../server/demo/prescriptions.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { registeredFacts } from '../../../server/patients/registeredFacts.ts';

const now = Date.UTC(2026, 4, 20, 3, 0, 0);
const today = hospitalDay(now);
const people = makePeople({ seed: 2026, now });
const ofHospital = (id: string) => ({
  patients: people.patients.filter(({ hospitalId }) => hospitalId === id),
  orders: people.orders.filter(({ hospitalId }) => hospitalId === id),
});
const first = ofHospital('1');
const patientOf = new Map(people.patients.map((patient) => [patient.key, patient]));
const doubles = (list: readonly string[]) => list.filter((one, index) => list.indexOf(one) !== index);

test('the same seed gives the same rows, another seed others', () => {
  expect(makePeople({ seed: 2026, now })).toEqual(people);
  expect(makePeople({ seed: 7, now })).not.toEqual(people);
});

test('the accounts of the demonstration belong to their hospitals', () => {
  expect(seedStaff.map(({ hospitalId, username, role }) => `${hospitalId} ${username} ${role}`)).toEqual([
    '1 doctor01 doctor',
    '1 doctor02 doctor',
    '1 doctor03 doctor',
    '1 doctor04 doctor',
    '1 auditor01 auditor',
    '1 auditor02 auditor',
    '1 auditor03 auditor',
    '2 doctor21 doctor',
    '2 auditor21 auditor',
    '1 admin01 administrator',
    '2 admin21 administrator',
    '1 operator01 administrator',
  ]);
  expect(seedHospitals.map(({ id, disabled }) => [id, disabled])).toEqual([
    ['1', false],
    ['2', false],
    ['3', true],
  ]);
  expect(seedHospitals[0]?.name.en).toBe('Demo General Hospital');
  expect(seedHospitals[1]?.hosts).toContain('hospital-b.localhost');
});

test('sixty patients from five months to eighty-eight years', () => {
  const ages = first.patients.map(({ birthday }) => ageInMonths(birthday, today) ?? -1);
  expect(ages).toHaveLength(60);
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(5);
  expect(Math.min(...ages)).toBeLessThanOrEqual(6);
  expect(Math.floor(Math.max(...ages) / 12)).toBe(88);
});

test('names, numbers and keys are unique', () => {
  expect(doubles(people.patients.map(({ key }) => key))).toEqual([]);
  expect(doubles(people.patients.map(({ mobile }) => mobile))).toEqual([]);
  expect(doubles(first.patients.map(({ names }) => names.zh))).toEqual([]);
  expect(doubles(people.orders.map(({ orderNo }) => orderNo))).toEqual([]);
  expect(people.patients.every(({ mobile }) => /^139000000\d\d$/.test(mobile))).toBe(true);
});

test('every child has a weight, and only women of the age for it are pregnant or breastfeeding', () => {
  for (const patient of people.patients) {
    const { ageMonths, sex } = factsOf(patient, today);
    if ((ageMonths ?? 0) < 18 * 12) expect(patient.weightKg).toBeGreaterThan(3);
    if (patient.pregnant === 1 || patient.lactating === 1)
      expect(sex === 'female' && (ageMonths ?? 0) >= 18 * 12).toBe(true);
  }
});

test('no patient has two allergies with the same text', () => {
  for (const { allergens, allergy, ...patient } of people.patients) {
    const row = { ...patient, id: '1', createTime: now, allergens, allergy, egfr: null };
    const texts = registeredFacts(row).flatMap(({ value }) => (value.kind === 'allergy' ? [value.text] : []));
    expect(doubles(texts)).toEqual([]);
  }
});

test('every waiting patient says what they came for', () => {
  const waiting = people.orders.filter(({ status }) => status === OrderStatus.awaiting);
  expect(waiting.length).toBeGreaterThan(3);
  expect(waiting.filter(({ chiefComplaint, symptoms }) => chiefComplaint.trim() === '' || symptoms === '')).toEqual([]);
});

test('every allergen is one that the checks know', () => {
  const { names, crossAllergy } = readRuleTables();
  const known = new Set([...Object.keys(names), ...(crossAllergy ?? []).map(({ code }) => code)]);
  expect(people.patients.flatMap(({ allergens }) => allergens).filter((code) => !known.has(code))).toEqual([]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %d has every kind of patient, order and prescription', (seed) => {
  const { patients, orders } = makePeople({ seed, now });
  const kinds = patients
    .filter(({ hospitalId }) => hospitalId === '1')
    .flatMap((patient) => [
      patient.language,
      patient.allergens.length > 0 ? 'allergic' : 'not allergic',
      patient.allergy === null ? 'never asked' : 'asked',
      ...(['pregnant', 'lactating', 'liver', 'kidney'] as const).filter((state) => patient[state] === 1),
    ]);
  const ascending = (a: number, b: number) => a - b;
  const states = new Set(orders.map(({ status }) => status));
  const issued = new Set(orders.flatMap(({ prescription }) => prescription?.status ?? []));
  expect([...new Set(kinds)].sort()).toEqual(
    [
      'allergic',
      'asked',
      'en',
      'kidney',
      'lactating',
      'liver',
      'never asked',
      'not allergic',
      'pregnant',
      'zh-CN',
    ].sort(),
  );
  expect([...states].sort(ascending)).toEqual(Object.values(OrderStatus).sort(ascending));
  expect([...issued].sort(ascending)).toEqual(Object.values(PrescriptionStatus).sort(ascending));
});

test('every planned prescription exists, and six wait for review in the first hospital', () => {
  expect(first.orders).toHaveLength(55);
  const pending = first.orders.filter(({ prescription }) => prescription?.status === PrescriptionStatus.pending);
  expect(pending).toHaveLength(6);
  expect(first.orders.filter(({ prescription }) => prescription)).toHaveLength(26);
});

test('a valid prescription has not expired, an expired one has', () => {
  for (const { prescription } of people.orders) {
    if (prescription?.status === PrescriptionStatus.approved) expect(prescription.expireTime).toBeGreaterThan(now);
    if (prescription?.status === PrescriptionStatus.expired) expect(prescription.expireTime).toBeLessThan(now);
  }
});

test('no patient has two open consultations at once', () => {
  const open = people.orders.filter(({ status }) => status === OrderStatus.awaiting || status === OrderStatus.active);
  expect(doubles(open.map(({ patient }) => patient))).toEqual([]);
});

test('times of a consultation increase, and none is in the future', () => {
  for (const order of people.orders) {
    const { createTime, payTime, acceptTime, endTime, messages, prescription } = order;
    const path = [createTime, payTime, acceptTime, ...messages.map(({ time }) => time)].flatMap((time) => time ?? []);
    expect(path).toEqual([...path].sort((a, b) => a - b));
    if (endTime !== null && acceptTime !== null) expect(endTime).toBeGreaterThan(acceptTime);
    for (const time of [...path, endTime, prescription?.auditTime, prescription?.submitTime])
      if (typeof time === 'number') expect(time).toBeLessThanOrEqual(now);
  }
});

test('an accepted order has a doctor of its hospital, a record and messages; a waiting one has none', () => {
  for (const { status, doctor, record, messages, hospitalId } of people.orders) {
    const isSeen = status === OrderStatus.active || status === OrderStatus.finished;
    if (isSeen) {
      expect(seedStaff.find(({ username }) => username === doctor)?.hospitalId).toBe(hospitalId);
      expect(record).not.toBeNull();
      expect(messages.length).toBeGreaterThan(3);
    }
    if (status === OrderStatus.awaiting) expect([doctor, record, messages]).toEqual([null, null, []]);
  }
});

test('no prescription has a blocking finding, and every warning has a reason', () => {
  const issued = people.orders.flatMap(({ prescription }) => prescription ?? []);
  expect(issued.length).toBeGreaterThanOrEqual(20);
  for (const { findings, overrides, lines } of issued) {
    expect(lines.length).toBeGreaterThan(0);
    expect(findings.filter((found) => found.level === 'block' || needsAnswer(found, overrides))).toEqual([]);
  }
});

test('prescribed products and diagnoses are in the tables', () => {
  const products = new Set(readDemoTable('products').rows.map(({ code }) => code));
  const diagnoses = new Set(readTable('diagnoses').rows.map(({ code }) => code));
  const scenarios = readDemoTable('scenarios').rows;
  const generics = new Set(readTable('generics').rows.map(({ code }) => code));
  const lines = people.orders.flatMap(({ prescription }) => prescription?.lines ?? []);
  expect(lines.filter(({ product }) => !products.has(product))).toEqual([]);
  expect(scenarios.filter(({ diagnosis }) => !diagnoses.has(diagnosis))).toEqual([]);
  expect(scenarios.flatMap(({ drugs: medicines }) => medicines).filter((code) => !generics.has(code))).toEqual([]);
});

test("all of a patient's texts are in one language", () => {
  const chinese = /[\u4e00-\u9fff]/;
  for (const order of people.orders) {
    const isEnglish = patientOf.get(order.patient)?.language === 'en';
    for (const text of [order.chiefComplaint, order.symptoms, ...order.messages.map((one) => one.text)])
      expect(chinese.test(text)).toBe(!isEnglish);
  }
});

test('most patients have earlier visits', () => {
  expect(new Set(people.hospitalRecords.map(({ patient }) => patient)).size).toBeGreaterThan(35);
  expect(doubles(people.hospitalRecords.map(({ hospitalId, visitNo }) => `${hospitalId} ${visitNo}`))).toEqual([]);
});
