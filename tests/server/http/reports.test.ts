import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ClientReport } from '../../../contract/clientReport.ts';
import { clientReport } from '../../../server/db/schema/reports.ts';
import { removeOldReports } from '../../../server/http/reportStore.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
});
afterAll(() => platform?.close());

const typed = 'Chest pain since Monday';
const report: ClientReport = {
  kind: 'screen',
  name: 'TypeError',
  frames: [{ file: 'room-0zbprXZa.js', line: 1, column: 4_711 }],
  route: '/cloudRoom',
  release: '0zbprXZa',
  state: 'active.usable',
};

let addresses = 0;
async function send(payload: object, { path = 'client-report', hospitalId = '1', ip = `10.8.0.${++addresses}` } = {}) {
  const headers = { 'content-type': 'application/json', 'tenant-id': hospitalId, host: 'first.example' };
  const url = `/api/${path}`;
  return (await platform.app.inject({ method: 'POST', url, headers, remoteAddress: ip, payload })).statusCode;
}
const stored = () => platform.db.select().from(clientReport).orderBy(clientReport.firstTime);

test('the same error of a release is one row with its count', async () => {
  expect(await send(report)).toBe(204);
  platform.clock.now += 60_000;
  await send({ ...report, route: '/' });
  await send({ ...report, release: '12345678' });
  const rows = await stored();
  expect(rows.map(({ release, count, route }) => [release, count, route])).toEqual([
    ['0zbprXZa', 2, '/'],
    ['12345678', 1, '/cloudRoom'],
  ]);
  expect(rows[0]).toMatchObject({ tenantId: '1', name: 'TypeError', frames: report.frames, state: 'active.usable' });
});

test.each([
  ['message', { message: typed }],
  ['name', { name: typed }],
  ['route', { route: `/cloudRoom/${typed}` }],
  ['state', { state: typed }],
  ['release', { release: typed }],
  ['frames', { frames: [{ file: typed, line: 1, column: 1 }] }],
])('typed text in %s is neither stored nor logged', async (_, wrong) => {
  expect(await send({ ...report, ...wrong })).toBe(204);
  expect(JSON.stringify([await stored(), platform.logged])).not.toContain('Monday');
});

test('a violation of the content policy is counted by directive, origin and release', async () => {
  const blocked = `https://foreign.example/${encodeURIComponent(typed)}`;
  const violation = { 'csp-report': { 'violated-directive': 'script-src-elem', 'blocked-uri': blocked } };
  await send(violation, { path: 'csp-report?release=0zbprXZa', hospitalId: '' });
  const rows = (await stored()).filter(({ kind }) => kind === 'csp');
  expect(rows).toMatchObject([{ tenantId: '1', release: '0zbprXZa', name: 'script-src-elem https://foreign.example' }]);
  expect(platform.logged.join()).not.toContain('Monday');
});

test('reports of an unknown hospital are only logged', async () => {
  const before = (await stored()).length;
  await send({ ...report, name: 'RangeError' }, { hospitalId: '99' });
  expect((await stored()).length).toBe(before);
  expect(platform.logged.at(-2)).toContain('RangeError');
});

test('one network adds at most thirty a minute', async () => {
  platform.clock.now += 61_000;
  for (let n = 0; n < 40; n += 1) await send({ ...report, name: 'SyntaxError' }, { ip: '10.9.0.1' });
  const row = (await stored()).find(({ name }) => name === 'SyntaxError');
  expect(row?.count).toBe(30);
});

test('errors that no browser has reported for thirty days are removed', async () => {
  await removeOldReports(platform.db, platform.clock.now + 30 * 24 * 3_600_000 - 1);
  const kept = (await stored()).map(({ name }) => name);
  expect(kept).toEqual(['SyntaxError']);
});
