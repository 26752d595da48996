import { expect, onTestFinished, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { getInfo } from '../../../contract/http/account.ts';
import { createMemoryBus } from '../../support/memoryBus.ts';
import { openServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000 });

const { ok, tooManyRequests } = Code;

/** Two platforms on one database with a hundredth of the limits: three reads of a person, then one in five seconds. */
async function twoPlatforms() {
  const { join, cut } = createMemoryBus();
  const [link, linkBeside] = [await join(), await join()];
  const one = await openServedPlatform({ LIMIT_FACTOR: '0.01' }, { link, leads: () => false });
  const two = await one.openBeside({ link: linkBeside, leads: () => false });
  onTestFinished(async () => {
    await two.app.close();
    for (const each of [link, linkBeside]) await each.close();
    await one.close();
  });
  const { accessToken } = await one.signIn('ann');
  const ask =
    ({ app }: Pick<typeof one, 'app'>) =>
    async () => {
      const headers = { 'tenant-id': '1', authorization: `Bearer ${accessToken}` };
      const reply = await app.inject({ url: `/api${getInfo.path}`, headers });
      return reply.json().code as number;
    };
  const elapse = (ms: number) => {
    one.clock.now += ms;
  };
  return { stores: one.stores, inOne: ask(one), inTwo: ask(two), link, cut, elapse };
}

test('a person who calls two processes gets the limit of one, in turn and at the same moment', async () => {
  const { inOne, inTwo, elapse } = await twoPlatforms();
  expect([await inOne(), await inTwo(), await inOne()]).toEqual([ok, ok, ok]);
  expect([await inOne(), await inTwo()]).toEqual([tooManyRequests, tooManyRequests]);
  elapse(5_000);
  expect(await inTwo()).toBe(ok);
  expect([await inOne(), await inTwo()]).toEqual([tooManyRequests, tooManyRequests]);
  elapse(20_000);
  const atOnce = await Promise.all([inOne(), inTwo(), inOne(), inTwo(), inOne(), inTwo()]);
  expect(atOnce.filter((code) => code === ok)).toHaveLength(3);
});

test('the limits are shared while the processes do not hear each other', async () => {
  const { inOne, inTwo, link, cut } = await twoPlatforms();
  cut();
  link.send('alive', null);
  await expect.poll(link.isUp).toBe(false);
  expect([await inOne(), await inTwo(), await inOne(), await inTwo()]).toEqual([ok, ok, ok, tooManyRequests]);
});

test('while the counters cannot be read, each process limits by itself', async () => {
  const { stores, inOne, inTwo } = await twoPlatforms();
  stores.fail();
  for (const ask of [inOne, inTwo]) {
    for (let n = 0; n < 3; n += 1) expect(await ask()).toBe(ok);
    expect(await ask()).toBe(tooManyRequests);
  }
});
