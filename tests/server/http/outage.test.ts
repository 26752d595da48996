import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { StorageSlow } from '../../../server/files/diskTurns.ts';
import { answerFailure } from '../../../server/http/envelope.ts';
import { createLog } from '../../../server/log.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
const wrapped = (cause: Error) => new Error('Failed query', { cause });

/** What a call answers whose handler fails so, and the lines of its log. */
async function answerTo(failure: Error, language = 'en') {
  const lines: string[] = [];
  const app = fastify();
  app.setErrorHandler(answerFailure(createLog('error', (line) => lines.push(line) > 0)));
  app.get('/', async () => {
    throw failure;
  });
  const reply = await app.inject({ url: '/', headers: { 'accept-language': language } });
  await app.close();
  return { ...reply.json<{ code: number; msg: string }>(), lines };
}

test.each([
  ['the server refuses connections', wrapped(withCode('ECONNREFUSED'))],
  ['the server ends', wrapped(withCode('57P01'))],
  ['the server starts', wrapped(withCode('57P03'))],
  ['the connection is lost', wrapped(new Error('Connection terminated unexpectedly'))],
  ['no connection of the pool is free', wrapped(new Error('timeout exceeded when trying to connect'))],
  ['too many clients are connected', wrapped(withCode('53300'))],
  ['the server became a copy that only reads', wrapped(withCode('25006'))],
  ['a disk of the server fails', wrapped(withCode('58030'))],
  ['a lock is not free in time', wrapped(withCode('55P03'))],
  ['a statement takes too long', wrapped(withCode('57014'))],
  ['the embedded database has stopped', new Error('The embedded database has stopped.')],
])('when %s, a call says “try again”, and the log has the cause', async (_, failure) => {
  const { code, msg, lines } = await answerTo(failure);
  expect([code, msg]).toEqual([Code.unavailable, expect.stringContaining('try again in a moment')]);
  expect((await answerTo(failure, 'zh-CN')).msg).toContain('请稍后重试');
  expect(lines).toHaveLength(1);
});

test('when the disk of files does not answer, a call names the file storage and says “try again”', async () => {
  const failure = () => new StorageSlow(Promise.resolve());
  const { code, msg, lines } = await answerTo(failure());
  expect([code, msg]).toEqual([Code.unavailable, expect.stringMatching(/file storage.*try again in a moment/)]);
  expect((await answerTo(failure(), 'zh-CN')).msg).toMatch(/文件存储.*请稍后重试/);
  expect(lines).toHaveLength(1);
});

test.each([
  ['the disk of files', withCode('ENOSPC')],
  ['the quota', withCode('EDQUOT')],
  ['the disk of the database', wrapped(withCode('53100'))],
])('when %s is full, a call says so and whom to tell', async (_, failure) => {
  const { code, msg } = await answerTo(failure);
  expect([code, msg]).toEqual([Code.storageFull, expect.stringContaining('tell your IT department')]);
});

test.each([
  ['a constraint', wrapped(withCode('23505'))],
  ['a fault of the program', new TypeError('x is not a function')],
  ['broken data', wrapped(withCode('22P02'))],
])('%s stays a general error', async (_, failure) => {
  expect((await answerTo(failure)).code).toBe(Code.serverError);
});
