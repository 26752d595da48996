import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { patient } from '../../../server/db/schema/patients.ts';
import { prescription, prescriptionLog } from '../../../server/db/schema/prescriptions.ts';
import { patientsCalled } from '../../../server/operations/trailQueries.ts';
import { containsKeyword } from '../../../server/prescriptions/queries.ts';
import { isDecidedOn, isOwnDecision } from '../../../server/reviews/decisionQueries.ts';
import { insertHospital } from '../../support/consultations.ts';
import { engines } from '../../support/engines.ts';

const others = 5_000;

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let hospital: Awaited<ReturnType<typeof insertHospital>>;
  beforeAll(async () => {
    store = await open();
    hospital = await insertHospital(store.db);
    await store.db.owner.execute(sql`insert into patient (tenant_id, name, mobile, create_time)
      select ${hospital.hospitalId}::bigint, 'Person ' || n, 'm' || n, 1 from generate_series(1, ${others}) n`);
    await store.db.owner.execute(sql`analyze patient`);
  }, 60_000);
  afterAll(() => store?.end());

  const searched = () => hospitalStore(store.db, hospital.hospitalId);
  const called = (typed: string) => patientsCalled(searched(), typed);

  async function planOf(query: SQL) {
    const { rows } = await searched().db.execute(sql`explain verbose ${query}`);
    return rows.map((row) => String(Object.values(row)[0])).join('\n');
  }

  test("the trail's search of patients reads indexes, not every patient of the hospital", async () => {
    const plan = await planOf(called('Person 7').getSQL());
    expect(plan).toContain('patient_tenant_id_search_name_index');
    expect(plan).toContain('patient_tenant_id_mobile_index');
    expect(plan).not.toMatch(/Seq Scan|using patient_pkey/);
  });

  test('a patient is found by name, by number and by id', async () => {
    const wanted = await hospital.patient({ name: 'Müller 張', mobile: '13955556666' });
    for (const typed of ['muller 张', 'ＭÜＬＬＥＲ  張', '13955556666', wanted.id])
      expect(
        (await called(typed)).map(({ id }) => id),
        typed,
      ).toEqual([wanted.id]);
    const elsewhere = await insertHospital(store.db);
    expect(await patientsCalled(hospitalStore(store.db, elsewhere.hospitalId), 'muller 张')).toEqual([]);
  });

  test('a renamed patient is found under the new name alone', async () => {
    const { id } = await hospital.patient({ name: 'Before' });
    await hospital.store.change(patient, { name: 'Añder' }, sql`id = ${id}`);
    expect(await called('before')).toEqual([]);
    expect((await called('ander')).map((row) => row.id)).toEqual([id]);
  });

  test('lists of prescriptions compare the stored form of their texts and fold the keyword alone', async () => {
    const ofQueue = sql`select id from prescription where ${searched().own(prescription, containsKeyword('Ｐerson'))}`;
    const ofReviewer = sql`select ${prescriptionLog.id} from ${prescriptionLog} inner join ${prescription}
      on ${isDecidedOn(searched())} where ${isOwnDecision(searched(), '1', { keyword: 'Ｐerson' })}`;
    for (const query of [ofQueue, ofReviewer]) {
      const plan = await planOf(query);
      expect(plan).toMatch(/strpos\(.*search_text[\s\S]*'person'/);
      expect(plan).not.toMatch(/translate\(|regexp_replace\(/i);
    }
  });
});
