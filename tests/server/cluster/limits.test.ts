import { expect, onTestFinished, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { getInfo } from '../../../contract/http/account.ts';
import { createMemoryBus } from '../../support/memoryBus.ts';
import { openServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000 });

const { ok, tooManyRequests } = Code;
type Batch = { uses: [limit: string, key: string, uses: number][] };

/** Two platforms on one database with a hundredth of the limits: three reads of a person, then one in five seconds. */
async function twoPlatforms() {
  const { join, arrived, cut } = createMemoryBus();
  const [link, linkBeside] = [await join(), await join()];
  const one = await openServedPlatform({ LIMIT_FACTOR: '0.01' }, { link, leads: () => false });
  const two = await one.openBeside({ link: linkBeside, leads: () => false });
  onTestFinished(async () => {
    await two.app.close();
    for (const each of [link, linkBeside]) await each.close();
    await one.close();
  });
  await expect.poll(() => [link.others(), linkBeside.others()]).toEqual([1, 1]);
  const { accessToken } = await one.signIn('ann');
  const ask =
    ({ app }: Pick<typeof one, 'app'>) =>
    async () => {
      const headers = { 'tenant-id': '1', authorization: `Bearer ${accessToken}` };
      const reply = await app.inject({ url: `/api${getInfo.path}`, headers });
      return reply.json().code as number;
    };
  /** Waits until so many reads in one process are known in the other. */
  async function untilTold(reads: number) {
    const told = () => arrived<Batch>('uses').flatMap(({ uses }) => uses.filter(([limit]) => limit === 'read account'));
    await expect.poll(() => told().reduce((sum, [, , uses]) => sum + uses, 0)).toBe(reads);
  }
  return { one, inOne: ask(one), inTwo: ask(two), untilTold, link, cut };
}

test('a person who calls two processes in turn gets the limit of one', async () => {
  const { one, inOne, inTwo, untilTold } = await twoPlatforms();
  expect([await inOne(), await inOne()]).toEqual([ok, ok]);
  await untilTold(2);
  expect(await inTwo()).toBe(ok);
  await untilTold(3);
  expect([await inOne(), await inTwo()]).toEqual([tooManyRequests, tooManyRequests]);
  one.clock.now += 5_000;
  expect(await inTwo()).toBe(ok);
  await untilTold(4);
  expect([await inOne(), await inTwo()]).toEqual([tooManyRequests, tooManyRequests]);
});

test('processes that cannot reach each other limit by themselves', async () => {
  const { inOne, inTwo, link, cut } = await twoPlatforms();
  cut();
  link.send('alive', null);
  await expect.poll(link.isUp).toBe(false);
  for (const ask of [inOne, inTwo]) {
    for (let n = 0; n < 3; n += 1) expect(await ask()).toBe(ok);
    expect(await ask()).toBe(tooManyRequests);
  }
});
