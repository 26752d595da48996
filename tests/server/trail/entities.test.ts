import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { writeRows } from '../../../server/catalogues/csv.ts';
import { diagnosis, drug } from '../../../server/db/schema/drugs.ts';
import { newMedicine } from '../../support/medicines.ts';
import { openTrailWorld, type Person, type TrailWorld } from '../../support/trailWorld.ts';
import { sessionSamples } from './sessionSamples.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: TrailWorld;
let admin: Person;
beforeAll(async () => {
  world = await openTrailWorld();
  admin = await world.person.administrator();
}, 120_000);
afterAll(() => world?.platform.close());

const rowsOf = async (work: () => Promise<unknown>) => (await world.rowsOf(work)).rows;

const { code: _, ...fields } = newMedicine;
const medicineKeys = ['code', ...Object.keys(fields)];
const medicineCells = Object.values(fields).map((value) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? ''),
);

describe.each([
  ['medicines', 'medicine', medicineKeys, medicineCells],
  ['diagnoses', 'diagnosis', ['code', 'name'], ['某病']],
] as const)('an import of %s', (kind, entity, keys, cells) => {
  let made = 10;
  const check = (as: Person) =>
    world.call('checkImport', as, { kind, upload: writeRows([keys, [`Z${++made}.1`, ...cells]]) });
  const dryRun = async () => ((await check(admin)).data as { id: string }).id;
  const apply = (as: Person, id: string) => world.call('applyImport', as, { id });
  /** Another change of the same catalogue. */
  const outdate = () =>
    kind === 'medicines'
      ? world.store.add(drug, { ...newMedicine, code: `out${++made}` })
      : world.store.add(diagnosis, { code: `Y${++made}`, name: '某病' });

  test.each([
    ['that is read', 'read', 'ok', () => check(admin)],
    ['that is applied', 'update', 'ok', async () => apply(admin, await dryRun())],
    ['by another role', 'read', 'refused', async () => check(await world.person.doctor())],
    [
      'that is outdated',
      'update',
      'refused',
      async () => {
        const id = await dryRun();
        await outdate();
        return apply(admin, id);
      },
    ],
  ] as const)('%s is on the trail by what the file holds', async (_, action, outcome, work) => {
    expect((await rowsOf(work)).at(-1)).toMatchObject({ action, entity, outcome });
  });

  test('of somebody else is on the trail as one of a catalogue', async () => {
    const id = await dryRun();
    const other = await world.person.administrator();
    const rows = await rowsOf(async () => expect(await apply(other, id)).toMatchObject({ code: Code.notFound }));
    expect(rows).toMatchObject([{ action: 'update', entity: 'catalogue', outcome: 'refused', userId: other.id }]);
  });
});

test.each(['updatePassword', 'resetMobile'] as const)(
  '%s changes the account: the row has its id, and not that of a session',
  async (name) => {
    const { as, input } = await sessionSamples(world)[name]();
    const rows = await rowsOf(() => world.data(name, as, input));
    expect(rows).toMatchObject([
      { action: 'update', entity: 'staff', entityId: as?.id, purpose: `staff:${as?.id}`, kind: 'staff', outcome: 'ok' },
    ]);
  },
);

test('the list of due work is one row of the consultations that it shows', async () => {
  const { doctor, orderId, patient } = await world.running();
  await world.data('finishOrder', doctor, { id: orderId });
  const rows = await rowsOf(() => world.data('dueWork', doctor));
  const detail = { prescriptionIds: [], orderIds: [orderId] };
  expect(rows).toMatchObject([{ action: 'list', entity: 'order', patientIds: [patient.id], detail }]);
});
