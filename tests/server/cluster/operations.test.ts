import { eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type LiveFigures, liveOperations } from '../../../contract/extension/operations.ts';
import { dueWork } from '../../../contract/extension/overview.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { listen } from '../../../server/listen.ts';
import { createMemoryBus } from '../../support/memoryBus.ts';
import { openServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000 });

const metricsToken = 'a token of the monitoring';

/** Two platforms on one database: the first one answers an administrator, the second one runs the jobs. */
async function twoPlatforms() {
  const { join, cut, lose } = createMemoryBus();
  const [link, linkBeside] = [await join(), await join()];
  const one = await openServedPlatform({ METRICS_TOKEN: metricsToken }, { link, leads: () => false });
  const two = await one.openBeside({ link: linkBeside, leads: () => true });
  const urlOfTwo = await listen(two.app, { port: 0, host: '127.0.0.1' });
  const working = [one.startJobs(), two.startJobs()];
  let isTwoOpen = true;
  async function endTwo() {
    if (!isTwoOpen) return;
    isTwoOpen = false;
    await two.app.close();
    await linkBeside.close();
  }
  onTestFinished(async () => {
    for (const jobs of working) await jobs.stop();
    await endTwo();
    await link.close();
    await one.close();
  });
  await one.db.update(staff).set({ isAdministrator: true }).where(eq(staff.id, one.people.bob.id));
  const { accessToken: token } = await one.signIn('bob');
  const figures = async () => (await one.call<LiveFigures>(liveOperations, {}, { token })).data;
  return { one, urlOfTwo, endTwo, figures, link, cut, lose };
}

test('an administrator sees sockets, calls and runs of jobs of all processes from each of them', async () => {
  const { one, urlOfTwo, endTwo, figures } = await twoPlatforms();
  const { accessToken } = await one.signIn('ann');
  const foreign = await one.signIn('ann', '2');
  for (const [token, hospitalId] of [
    [accessToken, '1'],
    [accessToken, '1'],
    [foreign.accessToken, '2'],
  ]) {
    const auth = { token, tenantId: hospitalId };
    const link = io(urlOfTwo, { path: '/infra/im', transports: ['websocket'], forceNew: true, auth });
    onTestFinished(() => void link.disconnect());
    await new Promise<void>((connected) => link.once('connect', connected));
  }
  await expect.poll(async () => (await figures()).sockets).toMatchObject({ doctor: 2, patient: 0 });
  expect((await figures()).processes).toBe(2);
  const sealed = async () => (await figures()).jobs.find(({ name }) => name === 'seal the trail');
  await expect.poll(sealed, { timeout: 10_000 }).toMatchObject({ lastEnd: one.clock.now, failures: 0 });
  const headers = { 'tenant-id': '1', authorization: `Bearer ${accessToken}` };
  for (let n = 0; n < 3; n += 1) await fetch(`${urlOfTwo}/api${dueWork.path}`, { headers });
  const onlyOfTwo = async () =>
    (await figures()).calls.groups.find(({ group }) => dueWork.path.includes(group))?.callsPerMin;
  await expect.poll(onlyOfTwo, { timeout: 20_000 }).toBe(3);
  await endTwo();
  await expect.poll(async () => (await figures()).sockets).toMatchObject({ doctor: 0 });
  expect((await figures()).processes).toBe(1);
});

test('a bus that is down is in the metrics, in the readiness and on the operations page', async () => {
  const { one, figures, cut } = await twoPlatforms();
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = async () => (await one.app.inject({ url: '/metrics', headers })).body.split('\n');
  const readyz = async () => (await one.app.inject({ url: '/readyz' })).json();
  // The sign-in was announced, and may still be on its way.
  await expect
    .poll(metrics)
    .toEqual(expect.arrayContaining(['cloudroom_bus_connected 1', 'cloudroom_bus_waiting_messages 0']));
  expect((await figures()).process.bus).toMatchObject({ connected: true, waiting: 0 });
  cut();
  await expect.poll(metrics, { timeout: 10_000 }).toContain('cloudroom_bus_connected 0');
  expect((await metrics()).join()).toMatch(/cloudroom_bus_heartbeat_age_seconds \d/);
  one.clock.now += 20_000;
  await expect.poll(readyz).toEqual({ status: 'ok', degraded: ['bus'] });
  const { failing, process } = await figures();
  expect([failing, process.bus?.connected]).toEqual([['bus'], false]);
});

test('when events of another process were lost, sockets are told within seconds to load again', async () => {
  const { one, urlOfTwo, link, lose } = await twoPlatforms();
  const { accessToken: token } = await one.signIn('ann');
  const auth = { token, tenantId: '1' };
  const socket = io(urlOfTwo, { path: '/infra/im', transports: ['websocket'], forceNew: true, auth });
  onTestFinished(() => void socket.disconnect());
  const told: unknown[] = [];
  socket.on('events:missed', (event) => told.push(event));
  await new Promise<void>((connected) => socket.once('connect', connected));
  const losing = lose();
  link.send('anything', null);
  await expect.poll(losing.count).toBeGreaterThan(0);
  expect(told).toEqual([]);
  losing.end();
  await expect.poll(() => told, { timeout: 10_000 }).toEqual([{}]);
});
