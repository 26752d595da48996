import { hisRecord, patient } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { departmentName, type Shelves } from './furnish.ts';
import type { SeedHospitalRecord } from './hospitalRecords.ts';
import type { SeedPatient } from './patients.ts';

/** Enters the patients. Answers them by the keys of the story. */
export async function admitPatients(store: Tenanted, people: readonly SeedPatient[], passwordHash: string, at: number) {
  const rows = await store.addAll(
    patient,
    people.map(({ key: _, tenantId: __, names, ...person }) => ({
      ...person,
      passwordHash,
      createTime: at,
      name: person.language === 'en' ? names.en : names.zh,
    })),
  );
  return new Map(
    people.flatMap((person, index) => {
      const row = rows[index];
      return row ? [[person.key, row] as const] : [];
    }),
  );
}

export type Admitted = Awaited<ReturnType<typeof admitPatients>>;

/** Enters what the hospital's own system knows of them. */
export async function enterPastVisits(
  store: Tenanted,
  records: readonly SeedHospitalRecord[],
  { admitted, shelves }: { admitted: Admitted; shelves: Shelves },
): Promise<void> {
  const rows = records.flatMap(({ patient: key, tenantId: _, department, diagnosis: code, ...visit }) => {
    const who = admitted.get(key);
    if (!who) return [];
    const [dept, found] = [departmentName(department), shelves.diagnoses.get(code)];
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
