import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../../contract/catalogue.ts';
import type { Operation } from '../../../contract/operation.ts';
import { type Demonstration, openDemonstration } from '../../support/demonstration.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: Demonstration;
beforeAll(async () => {
  // Not in demo mode.
  platform = await openDemonstration();
}, 120_000);
afterAll(() => platform?.close());

const ask = (url: string, method: 'GET' | 'POST' = 'GET') => platform.app.inject({ method, url });

/** What must not be served: the description of the calls, source maps, secrets, sources, and pages for debugging. */
const closed = [
  ...['/openapi.json', '/docs/static/index.html', '/docs/static/swagger-ui.css'],
  ...['/swagger.json', '/swagger-ui.html', '/v3/api-docs.json', '/api-docs.json', '/graphql.json'],
  ...['/assets/main.js.map', '/assets/index.css.map', '/index.html.map', '/assets/..%2findex.js.map'],
  ...['/.git/config', '/.git/HEAD', '/.gitignore', '/.env', '/.env.local', '/.npmrc', '/.ssh/id_rsa'],
  ...['/.htaccess', '/.DS_Store', '/.svn/entries', '/.vscode/settings.json', '/.ci/run', '/.built-from'],
  ...['/.well-known/security.txt', '/package.json', '/package-lock.json', '/sbom.json', '/tsconfig.json'],
  ...['/vite.config.ts', '/knip.json', '/drizzle.config.ts', '/src/main.tsx', '/server/main.ts', '/@vite/client.js'],
  ...['/admin.json', '/data/admin.json', '/backup.sql', '/dump.sql', '/db.sqlite', '/server.log', '/npm-debug.log'],
  ...['/phpinfo.php', '/server-status.txt', '/wp-login.php', '/actuator/env.json', '/debug/pprof.txt', '/trace.axd'],
  ...[
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd.txt',
    '/assets/%2e%2e%2fadmin.json',
    '/....//etc/hosts.txt',
  ],
  ...['/files/../admin.json', '/files/a/b', '/files/%2e%2e%2fadmin.json/x', '/theme.js%00.map', '/config.json.bak'],
  ...['/node_modules/zod/package.json', '/dist/index.html.gz', '/assets/', '/private.key.pem', '/id_rsa.pub'],
];

test.each(closed)('%s is not there', async (url) => {
  const { statusCode, body } = await ask(url);
  expect([400, 403, 404]).toContain(statusCode === 200 ? (JSON.parse(body) as { code: number }).code : statusCode);
  expect(body).not.toMatch(/root:|BEGIN|secret|"paths"|sourcesContent/);
});

/** Addresses without an extension are pages of the workstation, which has none for debugging. */
test.each([
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/yaml',
  '/debug',
  '/metrics/debug',
  '/admin',
  '/console',
  '/actuator',
  '/graphql',
  '/phpmyadmin',
])('%s is at most the workstation’s own page', async (url) => {
  const { statusCode, body } = await ask(url);
  if (statusCode === 200) expect(body).toContain('<div id="root">');
  else expect([404, 503]).toContain(statusCode);
  expect(body).not.toContain('swagger');
});

test('unknown calls are unknown whatever their method, and say nothing about the platform', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const { body, headers } = await ask('/api/debug/vars', method);
    expect(JSON.parse(body).code).toBe(404);
    expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined]);
  }
});

describe('a page of another origin', () => {
  const writes = Object.entries<Operation>(catalogue).filter(([, { method }]) => method !== 'GET');

  test('cannot cause a write by GET, nor by what a form can send', async () => {
    const wrong: string[] = [];
    for (const [name, { path, method }] of writes) {
      const url = `/api${path.replace(/\{\w+\}/g, '1')}`;
      const origin = 'https://evil.example';
      const headers = { origin, 'tenant-id': '1' };
      const simple = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
      for (const type of method === 'POST' ? simple : []) {
        const sent = { ...headers, 'content-type': type };
        const payload = '{"username":"doctor01","password":"Cloudroom2026"}';
        const { body } = await platform.app.inject({ method: 'POST', url, headers: sent, payload });
        if (![400, 401, 403, 404].includes((JSON.parse(body) as { code: number }).code)) wrong.push(`${name} ${type}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('the only call by GET that changes something is the specification’s, which is limited to one a minute', () => {
  const verbs = /(create|save|delete|update|cancel|push|send|set|put|add|end|finish|accept|refuse)/i;
  const changing = Object.entries<Operation>(catalogue).filter(
    ([name, { method }]) => method === 'GET' && verbs.test(name.replace(/[A-Z].*/, '')),
  );
  expect(changing.map(([name]) => name)).toEqual(['pushMessage']);
});
