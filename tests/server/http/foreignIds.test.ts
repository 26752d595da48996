import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { orderDetail } from '../../../contract/http/consult.ts';
import { getPrescription } from '../../../contract/http/prescription.ts';
import { getCase } from '../../../contract/http/record.ts';
import type { Operation } from '../../../contract/operation.ts';
import { allCalls } from '../../support/callWorld.ts';
import { contentOf } from '../../support/copiedWorlds.ts';
import { roles, rolesOf } from '../../support/foreignObjects.ts';
import { type ForeignWorld, openForeignWorld } from '../../support/foreignWorld.ts';
import { labelsOf, type Swapped, swapInCall, withoutObjects } from '../../support/swappedCalls.ts';
import { labelsOfEvents, swapInEvents } from '../../support/swappedEvents.ts';

vi.setConfig({ testTimeout: 600_000 });

let hospital: ForeignWorld;
let url: string;
beforeAll(async () => {
  hospital = await openForeignWorld();
  url = await hospital.listen();
}, 240_000);
afterAll(() => hospital?.close());

test('the copies are objects that work for their own people', async () => {
  for (const { copy, token } of hospital.strangers)
    for (const [name, operation] of [
      ['orderDetail', orderDetail],
      ['getPrescription', getPrescription],
      ['getCase', getCase],
    ] as const) {
      const id = String(Number(hospital.inputsOf('doctor', name, operation)[0]?.query.id) + copy.by);
      const answer = await hospital.send(operation, { query: { id }, body: {} }, token, copy.hospitalId);
      expect([name, JSON.parse(answer)]).toMatchObject([name, { code: Code.ok, data: { id } }]);
    }
});

/** The answers to the examples of a call, and to the same requests about objects that do not exist. */
async function answersTo(name: string, operation: Operation, token: string): Promise<[string, string][]> {
  const answers: [string, string][] = [];
  for (const input of hospital.inputsOf('doctor', name, operation))
    answers.push([
      await hospital.send(operation, input, token),
      await hospital.send(operation, withoutObjects(name, operation, input), token),
    ]);
  return answers;
}

test.each(roles)('calls of other roles are refused to a %s in the same words, whatever exists', async (role) => {
  const before = await contentOf(hospital.db);
  const closed = allCalls.filter(([, { access }]) => access !== 'public' && !rolesOf[access].includes(role));
  const different: string[] = [];
  for (const [name, operation] of closed)
    for (const answer of (await answersTo(name, operation, hospital.tokens[role])).flat())
      if (answer !== JSON.stringify({ code: Code.forbidden, msg: 'No permission for this operation', data: null }))
        different.push(`${name}: ${answer.slice(0, 200)}`);
  expect(different).toEqual([]);
  expect(await contentOf(hospital.db)).toEqual(before);
  expect(closed.length).toBeGreaterThan(20);
});

test.each([
  ['decideCertificates', 'reviews no certificates', () => hospital.tokens.doctor],
  ...['getSchedule', 'putSchedule', 'getPlan', 'planDays', 'copyWeek', 'addLeave', 'endLeave'].map(
    (name) => [name, 'heads no department', () => hospital.world.leaving] as const,
  ),
] as const)('%s is refused to a doctor who %s in the same words, whatever exists', async (name, _, token) => {
  const operation = allCalls.find(([one]) => one === name)?.[1];
  if (!operation) throw new Error(`no call is named ${name}`);
  for (const [existing, missing] of await answersTo(name, operation, token())) {
    expect(existing).toBe(missing);
    expect(JSON.parse(existing)).not.toMatchObject({ code: Code.ok });
  }
});

test('an id of another person or hospital is answered like one that does not exist, in each call', async () => {
  const all: Swapped = { different: [], swapped: [], refused: [] };
  const changed: string[] = [];
  const versions = new Map<unknown, number>();
  let before = await contentOf(hospital.db);
  for (const [name, operation] of allCalls)
    for (const role of rolesOf[operation.access]) {
      const { different, swapped, refused } = await swapInCall(hospital, [role, name, operation], versions);
      if (swapped.length === 0) continue;
      all.different.push(...different);
      all.swapped.push(...swapped);
      all.refused.push(...refused);
      const after = await contentOf(hospital.db);
      if (Object.keys(after).some((table) => after[table] !== before[table])) changed.push(`${role} ${name}`);
      before = after;
    }
  const { different, swapped, refused } = all;
  process.stdout.write(`${swapped.length} cells of foreign ids in calls\n`);
  expect({ different, refused, changed }).toEqual({ different: [], refused: [], changed: [] });
  expect(swapped.length).toBeGreaterThan(600);
  const labels = allCalls.flatMap(([name, operation]) => labelsOf(name, operation));
  expect(labels.filter((label) => !swapped.includes(label))).toEqual([]);
  expect(hospital.logged).toEqual([]);
});

test.each(roles)('each id of each event of the socket that a %s sends may be foreign', async (role) => {
  const auth = { token: hospital.tokens[role], tenantId: '1' };
  const link = io(url, { path: '/infra/im', transports: ['websocket'], auth, forceNew: true });
  await new Promise<void>((resolve, reject) => link.once('connect', resolve).once('connect_error', reject));
  const heard: unknown[] = [];
  link.onAny((...event) => heard.push(event));
  const before = await contentOf(hospital.db);
  const { different, swapped } = await swapInEvents(hospital, role, link);
  link.disconnect();
  process.stdout.write(`${swapped.length} cells of foreign ids in events\n`);
  expect({ different, heard }).toEqual({ different: [], heard: [] });
  expect(await contentOf(hospital.db)).toEqual(before);
  expect(labelsOfEvents().filter((label) => !swapped.includes(label))).toEqual([]);
});
