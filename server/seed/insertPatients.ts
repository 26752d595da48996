import { hisRecord, patient, patientFact } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { confirmedDaysBefore, registeredFacts } from '../patients/registeredFacts.ts';
import type { SeedHospitalRecord } from './hospitalRecords.ts';
import { departmentName, type PharmacyRows } from './insertHospital.ts';
import type { SeedPatient } from './patients.ts';

const dayMs = 86_400_000;
/** One of so many patients has facts that are too old, as in every hospital. */
const outdatedOneIn = 9;

/** Inserts the patients with their statements. Returns them by their seed keys. */
export async function insertPatients(
  store: Tenanted,
  people: readonly SeedPatient[],
  passwordHash: string,
  now: number,
) {
  const rows = await store.addAll(
    patient,
    people.map(({ key: _, tenantId: __, names, ...person }) => ({
      ...person,
      passwordHash,
      createTime: now - 200 * dayMs,
      name: person.language === 'en' ? names.en : names.zh,
    })),
  );
  const recently = now - confirmedDaysBefore * dayMs;
  const facts = rows.flatMap((who, index) =>
    registeredFacts(who, index % outdatedOneIn === 4 ? who.createTime : recently),
  );
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
  store: Tenanted,
  records: readonly SeedHospitalRecord[],
  { patients, pharmacy }: { patients: PatientRows; pharmacy: PharmacyRows },
): Promise<void> {
  const rows = records.flatMap(({ patient: key, tenantId: _, department, diagnosis: code, ...visit }) => {
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
