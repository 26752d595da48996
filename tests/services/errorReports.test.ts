import type { RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ClientReport, reportedRoutes } from '../../contract/clientReport.ts';
import { routes } from '../../src/screens/app/routes.tsx';
import { createErrorReports } from '../../src/services/errorReports.ts';

const typed = 'Chest pain';

function openPage(pathname: string) {
  const sent: { url: string; body: string; headers: object }[] = [];
  const page = {
    location: { pathname, search: `?keyword=${typed}` },
    document: { querySelector: () => ({ src: 'https://room.example/assets/start-0zbprXZa.js' }) },
    fetch: async (url: string, { body, headers }: { body: string; headers: object }) =>
      void sent.push({ url, body, headers }),
  };
  const report = createErrorReports(page as never);
  const target = {
    address: 'https://room.example/api',
    hospitalId: '1',
    state: { active: 'usable' },
    routes: reportedRoutes,
  };
  return { sent, report: (what: string, error: Error) => report(what, error, target) };
}

function failure(name = 'TypeError') {
  const error = Object.assign(new Error(typed), { name });
  error.stack = `${name}: ${typed}\n    at send (https://room.example/assets/room-abcdefgh.js:1:4711)\n    at https://other.example/x.js:1:2`;
  return error;
}

test('an error is reported with its place in our files and without its message, address or text', async () => {
  const { sent, report } = openPage('/cloudRoom');
  await report('screen', failure());
  expect(sent.map(({ url }) => url)).toEqual(['https://room.example/api/client-report']);
  const body: unknown = JSON.parse(sent[0]?.body ?? '');
  expect(ClientReport.parse(body)).toEqual({
    kind: 'screen',
    name: 'TypeError',
    frames: [{ file: 'room-abcdefgh.js', line: 1, column: 4711 }],
    route: '/cloudRoom',
    release: '0zbprXZa',
    state: 'active.usable',
  });
  expect(JSON.stringify(sent)).not.toContain(typed);
});

test('an address that is no screen, and a name that is no kind of error, are not sent', async () => {
  const { sent, report } = openPage(`/${typed}`);
  await report('a stored draft cannot be decrypted', failure(typed));
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ kind: 'noted', name: 'Error', route: 'other' });
});

test('the same error is reported once by a page, and at most twenty different ones', async () => {
  const { sent, report } = openPage('/');
  await report('uncaught', failure());
  await report('uncaught', failure());
  expect(sent).toHaveLength(1);
  for (let n = 0; n < 30; n += 1)
    await report('uncaught', failure(`${'ABCDEFGHIJKLMNOPQRSTUVWXYZabcd'[n]?.toUpperCase()}${'x'.repeat(n)}Error`));
  expect(sent).toHaveLength(20);
});

const pathsOf = (all: readonly RouteObject[]): string[] =>
  all.flatMap(({ path, children = [] }) => [...(path && path !== '*' ? [path] : []), ...pathsOf(children)]);

test('every screen of the workstation can be named in a report', () => {
  const none = async () => {};
  const all = routes({ failure: null, opening: null, loadWorkCalls: none, loadAllCalls: none });
  expect(pathsOf(all).filter((path) => !reportedRoutes.includes(path as never))).toEqual([]);
});
