import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { createRateLimits } from '../../../server/http/rateLimits.ts';
import { createTokenBuckets } from '../../../server/limits/tokenBuckets.ts';
import { createLog } from '../../../server/log.ts';
import { type Consultations, openConsultations } from '../../support/consultPlatform.ts';
import { openTestDatabase } from '../../support/database.ts';

const clock = { now: Date.now() };
let lookUps = 0;
let fault: Error | null = null;
const logged: string[] = [];
let platform: Consultations;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  // A hundredth of the limits: twelve failures of a network, then one in five seconds.
  const handshakeLimits = createRateLimits({
    takeTokens: createTokenBuckets(() => clock.now),
    factor: 0.01,
  });
  const onLookUp = () => {
    lookUps += 1;
    if (fault !== null) throw fault;
  };
  const log = createLog('error', (line) => logged.push(line) > 0);
  platform = await openConsultations(database.db, clock, { handshakeLimits, onLookUp, log });
}, 60_000);
afterAll(async () => {
  await platform?.close();
  await database?.close();
});

const outcomeOf = (link: Socket) =>
  new Promise((resolve) => {
    link.once('connect', () => resolve('connected'));
    link.once('connect_error', (cause) => resolve((cause as { data?: { code: number } }).data?.code));
  });
async function honest() {
  const { token, hospitalId } = await platform.doctor();
  return outcomeOf(await platform.socket({ token, tenantId: hospitalId }));
}
const guess = async (n: number) => outcomeOf(await platform.socket({ token: `made-up-${n}`, tenantId: '1' }));

test('a network whose handshakes fail too often is refused before its tokens are looked up', async () => {
  for (let n = 0; n < 20; n++) expect(await honest()).toBe('connected');
  for (let n = 0; n < 12; n++) expect(await guess(n)).toBe(Code.unauthorised);
  const before = lookUps;
  expect(before).toBe(32);
  expect([await guess(12), await guess(13)]).toEqual([Code.tooManyRequests, Code.tooManyRequests]);
  expect(lookUps).toBe(before);
  clock.now += 5_000;
  expect([await honest(), await honest()]).toEqual(['connected', 'connected']);
  expect(await guess(14)).toBe(Code.unauthorised);
  expect(await guess(15)).toBe(Code.tooManyRequests);
});

test('a fault of the platform is logged and tells a client nothing but that it may try again', async () => {
  clock.now += 60_000;
  const secret = 'select * from login_session where token_hash = 0011aabb';
  fault = new Error(`Failed query: ${secret}`);
  const { token, hospitalId } = await platform.doctor();
  const link = await platform.socket({ token, tenantId: hospitalId });
  const told = await new Promise<Error>((resolve) => link.once('connect_error', resolve));
  fault = null;
  expect(told).toMatchObject({ data: { code: Code.unavailable } });
  expect(told.message).not.toContain('select');
  expect(logged).toHaveLength(1);
  expect(logged.join()).not.toContain('0011aabb');
  expect(await outcomeOf(await platform.socket({ token, tenantId: hospitalId }))).toBe('connected');
});
