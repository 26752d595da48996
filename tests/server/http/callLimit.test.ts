import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { createCallLimit } from '../../../server/http/callLimit.ts';

test('calls beyond the limit are refused with what to do, and let in again when others have ended', async () => {
  const app = fastify();
  const limit = createCallLimit(2);
  limit.register(app);
  const release: (() => void)[] = [];
  app.get('/slow', async () => {
    await new Promise<void>((resolve) => release.push(resolve));
    return 'done';
  });
  const slow = [app.inject('/slow'), app.inject('/slow')];
  await expect.poll(() => release.length).toBe(2);
  const refused = await app.inject({ url: '/slow', headers: { 'accept-language': 'en' } });
  expect(refused.json()).toMatchObject({
    code: Code.tooManyRequests,
    msg: 'The platform is busy; try again in a moment',
  });
  expect(refused.headers['retry-after']).toBe('1');
  const idle = limit.idle(5_000);
  for (const one of release.splice(0)) one();
  await Promise.all(slow);
  await idle;
  expect(limit.running()).toBe(0);
  const next = app.inject('/slow');
  await expect.poll(() => release.length).toBe(1);
  release[0]?.();
  expect((await next).body).toBe('done');
});
