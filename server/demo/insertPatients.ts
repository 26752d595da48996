import type { HospitalStore } from '../db/hospitalStore.ts';
import { hisRecord, patient, patientFact } from '../db/schema/patients.ts';
import { confirmedDaysBefore, registeredFacts } from '../patients/registeredFacts.ts';
import type { SeedHospitalRecord } from './hospitalRecords.ts';
import { departmentName, type PharmacyRows } from './insertHospital.ts';
import type { SeedPatient } from './patients.ts';

const dayMs = 86_400_000;
const registeredDays = 200;
/** One of so many patients without a prescription has facts that are too old, as in every hospital. */
const outdatedOneIn = 5;

/** When each patient's facts were confirmed: those that a prescription was checked with were not outdated then. */
function confirmationTimes(people: readonly SeedPatient[], prescribed: ReadonlySet<string>, now: number) {
  const times = new Map<string, number>();
  for (const [index, { key }] of people.filter((one) => !prescribed.has(one.key)).entries())
    if (index % outdatedOneIn === 2) times.set(key, now - registeredDays * dayMs);
  return (key: string) => times.get(key) ?? now - confirmedDaysBefore * dayMs;
}

/** Inserts the patients with their statements; `prescribed` has the keys of those with a prescription. Returns them by key. */
export async function insertPatients(
  store: HospitalStore,
  people: readonly SeedPatient[],
  prescribed: ReadonlySet<string>,
  passwordHash: string,
  now: number,
) {
  const rows = await store.addAll(
    patient,
    people.map(({ key: _, hospitalId: __, names, ...person }) => ({
      ...person,
      passwordHash,
      createTime: now - registeredDays * dayMs,
      name: person.language === 'en' ? names.en : names.zh,
    })),
  );
  const confirmedAt = confirmationTimes(people, prescribed, now);
  const facts = people.flatMap(({ key }, index) => {
    const row = rows[index];
    return row ? registeredFacts(row, confirmedAt(key)) : [];
  });
  await store.addAll(patientFact, facts);
  return new Map(
    people.flatMap((person, index) => {
      const row = rows[index];
      return row ? [[person.key, row] as const] : [];
    }),
  );
}

export type PatientRows = Awaited<ReturnType<typeof insertPatients>>;

/** Inserts their earlier visits. */
export async function insertHospitalRecords(
  store: HospitalStore,
  records: readonly SeedHospitalRecord[],
  { patients, pharmacy }: { patients: PatientRows; pharmacy: PharmacyRows },
): Promise<void> {
  const rows = records.flatMap(({ patient: key, hospitalId: _, department, diagnosis: code, ...visit }) => {
    const who = patients.get(key);
    if (!who) return [];
    const [dept, found] = [departmentName(department), pharmacy.diagnoses.get(code)];
    const inEnglish = who.language === 'en';
    return [
      {
        ...visit,
        patientId: who.id,
        dept: inEnglish ? dept.en : dept.zh,
        diagnosis: (inEnglish ? found?.nameEn : found?.name) ?? code,
      },
    ];
  });
  await store.addAll(hisRecord, rows);
}
