import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { catalogue } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import type { Operation } from '../../../contract/operation.ts';
import { callRules } from '../../../server/trail/rules.ts';
import { killedAfter } from '../../support/killedWork.ts';
import { openTrailWorld, type TrailWorld } from '../../support/trailWorld.ts';
import type { Sample } from '../trail/sample.ts';
import { samplesOf } from '../trail/samples.ts';
import { settingSamples } from '../trail/settingSamples.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Name = keyof typeof callRules;

let world: TrailWorld;
let samples: Readonly<Record<string, () => Promise<Sample>>>;
beforeAll(async () => {
  world = await openTrailWorld();
  samples = { ...samplesOf(world), ...settingSamples(world) };
});
afterAll(() => world?.platform.close());

const leavesRow = (name: string) => callRules[name as Name].leaves !== 'nothing';

/** Calls that leave no row in the trail and only read, or store nothing but a proof that a new request replaces. */
const readsOnly: readonly string[] = [
  ...['sendSmsCode', 'validateSmsCode', 'getCaptcha', 'checkCaptcha', 'verifyPrescription'],
  ...['searchDrugs', 'getDrugInventory'],
];
/** The calls that may change something. */
const calls = Object.entries<Operation>(catalogue).flatMap(([name, { method }]) =>
  leavesRow(name) || (method !== 'GET' && !readsOnly.includes(name)) ? [name as Name] : [],
);

/** What proves a person once is used up before anything else is written, and a new one can be requested. */
const usedUpFirst: Partial<Record<Name, string>> = {
  smsLogin: 'sms_code',
  resetMobile: 'ticket',
};

/** Prepares and makes one call whose process is killed after so many statements, and then repeats it. */
async function killed(name: Name, statements: number) {
  const prepare = samples[name];
  if (!prepare) throw new Error(`${name} has no sample`);
  const { as, input } = await prepare();
  const left = await killedAfter(world.platform, statements, () => world.call(name, as, input));
  return { ...left, repeat: () => world.call(name, as, input) };
}

const changing: Name[] = [];

test.each(calls)('%s killed at any moment is stored whole, with its row in the trail, or not at all', async (name) => {
  const whole = await killed(name, Number.POSITIVE_INFINITY);
  if (whole.tables.length === 0) return expect(leavesRow(name)).toBe(true);
  changing.push(name);
  if (leavesRow(name)) expect(whole.rows).toBeGreaterThan(0);
  for (const moment of whole.moments) {
    const { tables, rows, repeat } = await killed(name, moment);
    const isUsedUp = tables.length > 0 && tables.every((table) => table === usedUpFirst[name]);
    if (!isUsedUp) expect([[], whole.tables]).toContainEqual(tables);
    if (tables.length > 0 && !isUsedUp && leavesRow(name)) expect(rows).toBeGreaterThan(0);
    const { code } = await repeat();
    if (tables.length === 0) expect(code).toBe(Code.ok);
    expect(code).not.toBe(Code.serverError);
  }
});

test('most of them change something', () => {
  expect(changing.length).toBeGreaterThan(70);
});
