import { expect, test } from 'vitest';
import { ConfigUnreachable, createConfiguration, parseConfig } from '../../src/services/config.ts';

const origin = 'https://page.example';
const served = (body: string, init: ResponseInit = {}) =>
  createConfiguration({
    origin,
    fetch: async () => new Response(body, { headers: { 'content-type': 'application/json' }, ...init }),
  });

test('an empty configuration means that everything is on this site', () => {
  expect(parseConfig({}, origin)).toEqual({
    apiHost: origin,
    apiPrefix: '/api',
    socketHost: origin,
    socketPath: '/infra/im',
    fileHost: origin,
    testHospitalHost: 'localhost',
    brand: '',
  });
});

test('socket and files are on the platform’s host unless configured', () => {
  const written = { apiHost: 'https://platform.example/', apiPrefix: '', fileHost: 'https://files.example' };
  expect(parseConfig(written, origin)).toMatchObject({
    apiHost: 'https://platform.example',
    apiPrefix: '',
    socketHost: 'https://platform.example',
    fileHost: 'https://files.example',
  });
});

test.each([
  [{ apiHost: 'javascript:alert(1)' }],
  [{ apiHost: 'https://platform.example/path' }],
  [{ apiPrefix: 'api' }],
  [{ socketPath: '/infra/im?x' }],
])('%j is refused', (written) => {
  expect(() => parseConfig(written, origin)).toThrow();
});

test('config.json is read if present; a site that has none, or answers with a page, is its own platform', async () => {
  const written = served('{"apiHost":"https://platform.example"}');
  await written.load();
  expect(written.current.apiHost).toBe('https://platform.example');
  const missing = served('', { status: 404 });
  await missing.load();
  const page = served('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  await page.load();
  expect([missing.current.apiHost, page.current.apiHost]).toEqual([origin, origin]);
});

test('a failing platform is not treated as one without a configuration', async () => {
  await expect(served('', { status: 503 }).load()).rejects.toThrow(ConfigUnreachable);
});
