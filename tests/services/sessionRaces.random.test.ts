import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Seen } from '../support/scriptedTransport.ts';
import { sessionWorld } from '../support/sessionWorld.ts';

const write = '/doctor/info/update';
const refresh = '/doctor/auth/refresh-token';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => vi.useRealTimers());

/** Steps that may occur in any order between the platform's answers. */
const steps = [
  'write',
  'write',
  'write in the other tab',
  'expire',
  'refuse to renew',
  'log out',
  'sign in as 8',
] as const;

const ownerOf = (token: string | null) => /^access-(\d)/.exec(token ?? '')?.[1] ?? null;
const textOf = ({ body }: Seen) => (body as { goodAt: string }).goodAt;

async function play(scheduler: fc.Scheduler, chosen: readonly (typeof steps)[number][]) {
  const { platform, browser, ...world } = sessionWorld();
  platform.on(write, () => platform.ok(true));
  const [one, two] = [await world.signedInTab(), await world.openTab()];
  await two.until((s) => s.matches({ active: { account: 'known' } }));
  const writes: Promise<{ text: string; ok: boolean }>[] = [];
  platform.pacedBy(({ path }) => scheduler.schedule(Promise.resolve(), path));
  const send = (tab: typeof one, n: number) => {
    const text = `${tab.state().context.identity?.userId ?? 'nobody'} #${n}`;
    writes.push(tab.api.updateInfo({ goodAt: text }).then(({ ok }) => ({ text, ok })));
  };
  const act: Record<(typeof steps)[number], (n: number) => void> = {
    write: (n) => send(one, n),
    'write in the other tab': (n) => send(two, n),
    expire: () => platform.expireAccess(),
    'refuse to renew': () => platform.on(refresh, () => ({ code: 401, msg: '刷新令牌已过期', data: null })),
    'log out': () => one.session.send({ type: 'logout.requested' }),
    'sign in as 8': () =>
      two.session.send({ type: 'login.accepted', login: { ...platform.tokensOf('8'), renewAt: null } as never }),
  };
  const sequence = chosen.map((step, n) => ({
    label: step,
    builder: async () => act[step](n),
  }));
  await Promise.all([scheduler.scheduleSequence(sequence).task, scheduler.waitIdle()]);
  const settled = Promise.all(writes);
  await scheduler.waitFor(settled);
  return { results: await settled, platform, browser, tabs: [one, two] };
}

test('in any order of answers, renewals and logouts all requests settle, each once and for its person', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 10 }),
      async (scheduler, chosen) => {
        const { results, platform, browser, tabs } = await play(scheduler, chosen);
        const sent = platform.calls(write);
        const accepted = sent.filter(({ token }) => token !== null);
        for (const { text } of results) {
          expect(sent.filter((one) => textOf(one) === text).length, `${text} was sent`).toBeLessThanOrEqual(2);
        }
        expect(accepted.filter((one) => ownerOf(one.token) !== textOf(one)[0])).toEqual([]);
        expect(results.filter(({ text, ok }) => ok && text.startsWith('nobody'))).toEqual([]);
        // Two renewals of one sign-in at once would use the same token. One that a log-out abandoned may still be on its way.
        const used = platform.calls(refresh).map(({ query }) => query.refreshToken);
        expect(new Set(used).size).toBe(used.length);
        const stored = browser.local.get('ACCESS_TOKEN') ?? null;
        const alive = tabs.filter((tab) => tab.state().hasTag('usable')).map((tab) => tab.access());
        expect(alive.filter((access) => ownerOf(access) !== ownerOf(stored))).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
}, 60_000);
