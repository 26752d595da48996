import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workstationPlugin } from '../../../server/http/workstation.ts';

let app: FastifyInstance;
const folder = mkdtempSync(join(tmpdir(), 'cloudroom-dist-'));
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Cloudroom</title>');
  writeFileSync(join(folder, 'verify.html'), '<!doctype html><title>Prescription check</title>');
  writeFileSync(join(folder, 'theme.js'), 'theme()');
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'main()');
  writeFileSync(join(folder, 'assets', 'main-abc123.js.map'), '{}');
  writeFileSync(join(folder, '.built-from'), 'secret');
  mkdirSync(join(folder, 'server'));
  writeFileSync(join(folder, 'server', 'main.js'), 'platform()');
  app = fastify();
  await app.register(workstationPlugin, { folder, apiPrefix: '/api', otherOrigins: ['https://files.example'] });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, accept = 'text/html,*/*') => app.inject({ method: 'GET', url, headers: { accept } });

test.each(['/', '/cloudRoom', '/cloudRoom/detail?id=1', '/login?redirect=%2FcloudRoom'])(
  '%s is the one page, never cached',
  async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['cache-control'], body]).toEqual([
      200,
      'no-cache',
      expect.stringContaining('Cloudroom'),
    ]);
  },
);

test('the page that checks a printed prescription is a page of its own and sends no referrer', async () => {
  for (const url of ['/verify', '/verify?code=abc']) {
    const { headers, body } = await get(url);
    expect([headers['referrer-policy'], body]).toEqual(['no-referrer', expect.stringContaining('Prescription check')]);
  }
});

test('a monitor that requests only the headers of the page gets them', async () => {
  for (const url of ['/', '/cloudRoom']) {
    const { statusCode, body } = await app.inject({ method: 'HEAD', url });
    expect([statusCode, body]).toEqual([200, '']);
  }
  expect((await app.inject({ method: 'HEAD', url: '/nothing.js' })).statusCode).toBe(404);
});

test('the content policy of the page allows no foreign and no inline script', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  for (const rule of [
    "script-src 'self'",
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types cloudroom-worker',
  ])
    expect(policy.split(';')).toContain(rule);
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain('wss://files.example');
});

test('a file with a hash in its name is cached for a year, any other is revalidated', async () => {
  expect((await get('/assets/main-abc123.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache');
});

test.each([
  '/assets/gone-def456.js',
  '/.built-from',
  '/.git/config',
  '/assets/main-abc123.js.map',
  '/..%2f..%2fetc/passwd.txt',
])('%s is not there, and says so as a file', async (url) => {
  const { statusCode, body } = await get(url);
  expect([statusCode, body.includes('Cloudroom'), body.includes('secret')]).toEqual([404, false, false]);
});

test('an unknown call is answered in the envelope, not with the page', async () => {
  expect((await get('/api/nothing')).json()).toMatchObject({ code: 404 });
});

test.each([
  '/server/main.js',
  '/Server/main.js',
  '//server/main.js',
  '/./server/main.js',
  '/assets/../server/main.js',
  '/%73erver/main.js',
  '/assets/%2e%2e/server/main.js',
])('the platform beside the workstation is not served: %s', async (url) => {
  const { statusCode, body } = await get(url);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(body).not.toContain('platform()');
});
