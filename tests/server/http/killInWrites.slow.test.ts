import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { allCalls, openCallWorld } from '../../support/callWorld.ts';
import { changedBetween, type Killable, openKillable, settled } from '../../support/killable.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { seededRandom } from '../../support/random.ts';

/** One world in which each call runs to its end, and one in which it is killed. */
describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let [whole, killed]: Killable[] = [];
  beforeEach(async () => {
    [whole, killed] = await Promise.all([openKillable(), openKillable()]);
  }, 240_000);
  afterEach(async () => {
    await whole?.end();
    await killed?.end();
  });

  test('kill -9 inside each write stores it whole or not at all, and the repeat is answered', async () => {
    if (!whole || !killed) return expect.fail('the platforms did not start');
    const random = seededRandom(17);
    const [ofWhole, ofKilled] = [await openCallWorld(whole.send), await openCallWorld(killed.send)];
    let [kills, lost] = [0, 0];
    let last = await settled(whole);
    for (const [name, operation] of allCalls) {
      const [input, same] = [ofWhole, ofKilled].map((world) => world.inputsOf(name, operation, () => '1')[0]);
      if (!input || !same) continue;
      const make = () => ofKilled.call(name, operation, same);
      await whole.ask('count');
      const { code: expected } = JSON.parse(await ofWhole.call(name, operation, input));
      const statements = await whole.ask('count');
      const now = await settled(whole);
      const tables = changedBetween(last, now);
      last = now;

      if (tables.length > 0) {
        const before = await settled(killed);
        await killed.ask(`${random() < 0.5 ? 'before' : 'after'} ${1 + Math.floor(random() * statements)}`);
        const answer = await make().catch(() => null);
        const isKilled = answer === null || (await killed.ask('count').catch(() => null)) === null;
        if (isKilled) {
          await killed.platform.kill();
          await killed.platform.restart();
        }
        const changed = changedBetween(before, await settled(killed));
        if (answer === null) expect([[], tables], name).toContainEqual(changed);
        else expect(changed, name).toEqual(tables);
        kills += isKilled ? 1 : 0;
        lost += changed.length === 0 ? 1 : 0;
        const repeated = JSON.parse(await make());
        expect(repeated.code, name).not.toBe(Code.serverError);
        if (changed.length === 0) expect(repeated.code, name).toBe(expected);
      } else await make();
    }
    // Some kills must fall inside a write, or the test would prove nothing.
    expect([kills > 25, lost > 8]).toEqual([true, true]);
    process.stderr.write(`${kills} kills inside a write, ${lost} of them before it was stored\n`);
    const { ok, lines } = await killed.verifyTrail();
    expect(ok, lines.join('\n')).toBe(true);
  }, 900_000);
});
