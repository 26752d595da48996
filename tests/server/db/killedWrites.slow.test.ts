import { count } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { callRules, type TrailRule } from '../../../server/trail/rules.ts';
import { contentOf } from '../../support/copiedWorlds.ts';
import { openTrailWorld, type TrailWorld } from '../../support/trailWorld.ts';
import { type Noted, samplesOf } from '../trail/samples.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let world: TrailWorld;
let samples: ReturnType<typeof samplesOf>;
beforeAll(async () => {
  world = await openTrailWorld();
  samples = samplesOf(world);
});
afterAll(() => world?.platform.close());

const calls = Object.entries<TrailRule>(callRules).flatMap(([name, rule]) =>
  rule.leaves === 'nothing' ? [] : [name as Noted],
);

/** What proves a person once is used up before anything else is written, and a new one can be requested. */
const usedUpFirst: Partial<Record<Noted, string>> = { smsLogin: 'sms_code', resetMobile: 'ticket' };

const countRows = async () => (await world.platform.db.select({ rows: count() }).from(auditTrail))[0]?.rows ?? 0;

/** Prepares and makes one call whose process is killed after so many statements, and then repeats it. */
async function killed(name: Noted, statements: number) {
  const { db, interrupted } = world.platform;
  const { as, input } = await samples[name]();
  const [before, rowsBefore] = [await contentOf(db), await countRows()];
  const sent = await interrupted(statements, () => world.call(name, as, input));
  const [after, rows] = [await contentOf(db), (await countRows()) - rowsBefore];
  const tables = Object.keys(after).filter((table) => after[table] !== before[table]);
  return { sent, tables, rows, repeat: () => world.call(name, as, input) };
}

const changing: Noted[] = [];

test.each(calls)('%s killed at any moment is stored whole, with its row in the trail, or not at all', async (name) => {
  const whole = await killed(name, Number.POSITIVE_INFINITY);
  if (whole.tables.length === 0) return;
  changing.push(name);
  expect(whole.rows).toBeGreaterThan(0);
  for (let statement = 0; statement < whole.sent; statement += 1) {
    const { tables, rows, repeat } = await killed(name, statement);
    const isUsedUp = tables.length > 0 && tables.every((table) => table === usedUpFirst[name]);
    if (!isUsedUp) expect([[], whole.tables]).toContainEqual(tables);
    if (tables.length > 0 && !isUsedUp) expect(rows).toBeGreaterThan(0);
    const { code } = await repeat();
    if (tables.length === 0) expect(code).toBe(Code.ok);
    expect(code).not.toBe(Code.serverError);
  }
});

test('most calls that leave a row change something', () => {
  expect(changing.length).toBeGreaterThan(45);
});
