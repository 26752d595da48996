import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { screenDrugs } from '../../../contract/extension/check.ts';
import { savePatientFacts } from '../../../contract/extension/facts.ts';
import { drug } from '../../../server/db/schema/drugs.ts';
import { patientFact } from '../../../server/db/schema/patients.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { prescribingSuite } from '../../support/prescribingSuite.ts';

let hospital: Hospital;
let doctor: Member;
const { clock, prescribing } = prescribingSuite((suite) => {
  ({ hospital, doctor } = suite);
});

const decide = (clinical: object) =>
  hospital.store.db.update(tenant).set({ settings: { clinical } }).where(eq(tenant.id, hospital.here.hospitalId));

type Hits = { ruleCode: string; level: string }[];
const marks = async (orderId: string, drugId: string, diagnosisList: object[]) => {
  const asks = { orderId, warehouseId: hospital.warehouseId, lines: [], drugIds: [drugId], diagnosisList };
  const { data } = await hospital.call(screenDrugs, doctor, asks);
  const [found] = data as { hits: Hits }[];
  return found?.hits.map(({ ruleCode, level }) => `${level} ${ruleCode}`);
};

test('an antibacterial above the level of the title is marked in the search and refused at submission', async () => {
  const { create, orderId, drugId } = await prescribing();
  await hospital.store.change(drug, { antibioticLevel: 2 }, eq(drug.id, drugId));
  const titled = (titleCode: number) => hospital.store.change(staff, { titleCode }, eq(staff.id, doctor.id));

  await titled(4);
  expect(await marks(orderId, drugId, [])).toEqual(['block antibacterialLevel']);
  expect(await create()).toMatchObject({
    code: Code.prescriptionLinesRefused,
    data: { ruleHits: [{ ruleCode: 'antibacterialLevel', level: 'block' }] },
  });

  await titled(3);
  expect(await marks(orderId, drugId, [])).toEqual([]);
  await decide({ antibacterialLevels: { 3: 1 } });
  expect(await marks(orderId, drugId, [])).toEqual(['block antibacterialLevel']);
  await decide({});
  expect(await create()).toMatchObject({ code: 200 });
});

test('a medicine for none of the diagnoses of the form is marked when it is searched', async () => {
  const { orderId, drugId, content } = await prescribing();
  await decide({ indications: { amoxicillin: { added: '', removed: 'J20-J22' } } });
  expect(await marks(orderId, drugId, content.diagnosisList)).toEqual(['warn indication']);
  expect(await marks(orderId, drugId, [])).toEqual([]);
  await decide({});
  expect(await marks(orderId, drugId, content.diagnosisList)).toEqual([]);
});

test('the same answer about pregnancy on a later day is stored as the answer of that day', async () => {
  const { orderId, patientId } = await prescribing();
  const value = { kind: 'pregnancy', state: 'no', week: null };
  const answer = () =>
    hospital.call(savePatientFacts, doctor, { orderId, changes: [{ op: 'add', origin: 'doctor', value }] });
  const current = async () => {
    const rows = await hospital.store.rows(patientFact, eq(patientFact.patientId, patientId));
    return rows.filter(({ value: { kind }, endTime }) => kind === 'pregnancy' && endTime === null);
  };
  await answer();
  clock.now += 3_600_000;
  expect(await answer()).toMatchObject({ code: 200 });
  expect(await current()).toMatchObject([{ confirmTime: clock.now }]);
  await answer();
  expect(await current()).toHaveLength(1);
});
