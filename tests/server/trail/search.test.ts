import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { searchTrail, type TrailSearch } from '../../../server/trail/search.ts';
import { openTestDatabase } from '../../support/database.ts';
import { createTrailRows, doctor } from '../../support/trailRows.ts';

const start = Date.parse('2030-01-01T00:00:00Z');
const clock = { now: start };
const now = () => clock.now;
const always = { from: start, to: start + 86_400_000 };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let hospitalId: string;
let other: string;
const names: string[] = [];
const idsOf: Record<string, string> = {};
beforeAll(async () => {
  database = await openTestDatabase({ now });
  const trail = await createTrailRows({ ...database, now });
  [hospitalId, other] = [await trail.hospital(), await trail.hospital()];
  const add = async (name: string, ...given: Parameters<typeof trail.append>) => {
    idsOf[name] = await trail.append(...given);
    names.push(name);
    clock.now += 1_000;
  };
  await add('read', hospitalId);
  await add('list', hospitalId, {
    action: 'list',
    entityId: null,
    patientId: null,
    purpose: null,
    patientIds: ['5', '6'],
  });
  await add('sign', hospitalId, {
    action: 'sign',
    entity: 'record',
    entityId: '3',
    patientId: '6',
    purpose: 'order:13',
  });
  await add('refused', hospitalId, { outcome: 'refused', detail: { code: Code.orderTaken } });
  await add('hidden', hospitalId, { outcome: 'refused', detail: { code: Code.notFound } });
  await add(
    'colleague',
    hospitalId,
    { purpose: null },
    { by: { ...doctor, userId: '9', device: 'Chrome 1', sessionId: '4', call: '/x' } },
  );
  await add('elsewhere', other, { patientIds: ['5'] });
}, 60_000);
afterAll(() => database?.close());

const find = async (search: Partial<TrailSearch>, of = hospitalId) =>
  (await searchTrail(database.uow.read(of), { ...always, ...search })).rows;
const namesIn = async (search: Partial<TrailSearch>, of = hospitalId) =>
  (await find(search, of)).map(({ id }) => names.find((name) => idsOf[name] === id));

describe('the trail is found', () => {
  test.each<[string, Partial<TrailSearch>, string[]]>([
    ['by time', { from: start + 1_000, to: start + 3_000 }, ['sign', 'list']],
    ['by person', { who: { userType: 2, userId: '9' } }, ['colleague']],
    ['not by a patient with the same id', { who: { userType: 1, userId: '9' } }, []],
    ['by patient, also in lists', { patientId: '6' }, ['sign', 'list']],
    ['by purpose', { purposes: ['order:13'] }, ['sign']],
    [
      'by the entity, where no purpose was given',
      { purposes: ['order:12'], who: { userType: 2, userId: '9' } },
      ['colleague'],
    ],
    ['by any of several purposes', { purposes: ['order:13', 'order:14'] }, ['sign']],
    [
      'by what they are about',
      { purposes: ['order:12', 'order:13'], about: { entities: ['record', 'case'], id: '3' } },
      ['sign'],
    ],
    ['by kind', { kind: 'record' }, ['sign']],
    ['by several', { patientId: '5', kind: 'read', from: start + 3_000 }, ['colleague', 'hidden', 'refused']],
  ])('%s', async (_, search, expected) => {
    expect(await namesIn(search)).toEqual(expected);
  });

  test('in its own hospital alone', async () => {
    expect(await namesIn({}, other)).toEqual(['elsewhere']);
    expect(await namesIn({ patientId: '5' }, other)).toEqual(['elsewhere']);
  });

  test('in pages, the newest first, each row once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await searchTrail(database.uow.read(hospitalId), { ...always, patientId: '5', limit: 2, cursor });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['colleague', 'hidden', 'refused', 'list', 'read'].map((name) => idsOf[name]));
  });

  test('with who, where from, for what and how it ended', async () => {
    const [one] = await find({ who: { userType: 2, userId: '9' } });
    expect(one).toMatchObject({
      ...{ userType: 2, userId: '9', sessionId: '4', device: 'Chrome 1', ip: '10.0.0.1', call: '/x' },
      ...{ kind: 'read', purpose: 'order:12', outcome: 'ok', patientId: '5', patientIds: [] },
    });
    const outcomes = (await find({ purposes: ['order:12'] })).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['ok', 'notFound', 'conflict', 'ok']);
  });
});
