import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Platform, startPlatform } from '../support/platform.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';

describe.skipIf(!hasPostgres)('on a PostgreSQL server', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let platform: Platform;
  beforeAll(async () => {
    server = await startPostgres();
    platform = await startPlatform({ env: { DATABASE_URL: await server.database() } });
  }, 60_000);
  afterAll(async () => {
    await platform?.stop();
    await server?.stop();
  }, 30_000);

  async function signIn() {
    const reply = await fetch(`${platform.url}/api/doctor/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'tenant-id': '1', 'accept-language': 'en' },
      body: JSON.stringify({ username: 'doctor01', password: 'Cloudroom2026' }),
    });
    return (await reply.json()) as { code: number };
  }

  test('the platform seeds itself and a doctor signs in', async () => {
    expect(await signIn()).toMatchObject({ code: 200 });
  });

  test('during a restart of the database calls fail in the envelope, and afterwards they work', async () => {
    await server.stopServer();
    expect(await signIn()).toMatchObject({ code: 503, msg: expect.stringContaining('try again') });
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(503);
    await server.startServer();
    expect(await signIn()).toMatchObject({ code: 200 });
    await expect.poll(platform.output, { timeout: 30_000 }).toContain('the database is claimed again');
  }, 60_000);

  test('a second process without what connects them is refused with one clear line', async () => {
    const second = startPlatform({ env: { DATABASE_URL: server.lastUrl() } });
    await expect(second).rejects.toThrow(
      /ended with 1:\nThis database is in use by another process\. Stop that one, or give all of them the same REDIS_URL\.\n$/,
    );
  }, 60_000);
});
