import { DrizzleQueryError } from 'drizzle-orm';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { answers } from '../../server/db/checks.ts';
import { createDatabase, type Db } from '../../server/db/connection.ts';
import { healthPlugin } from '../../server/http/health.ts';
import { createLog, faultOf } from '../../server/log.ts';
import { createObservation } from '../../server/observe/observation.ts';
import { reasonOf } from '../../server/startFailure.ts';

const typed = 'Chest pain since Monday';

/** The error of a failed statement, with typed text in every field. */
function failedStatement() {
  const database = Object.assign(new Error(`invalid input syntax: ${typed}\n    at ${typed} (file:///x.ts:1:1)`), {
    code: '22P02',
    severity: 'ERROR',
    schema: 'public',
    table: 'case_info',
    constraint: 'case_info_key',
    detail: typed,
    hint: typed,
    where: typed,
    column: typed,
    internalQuery: typed,
  });
  return new DrizzleQueryError('insert into "case_info" values ($1)', [typed], database);
}

test('a failed statement is logged with its code, constraint, table, kind and stack frames', () => {
  const { stack, cause, ...fields } = faultOf(failedStatement()) as { stack: string[]; cause: object };
  expect(fields).toEqual({ fault: 'DrizzleQueryError', statement: 'insert case_info' });
  expect(cause).toMatchObject({ fault: 'Error', code: '22P02', table: 'case_info', constraint: 'case_info_key' });
  expect(stack[0]).toContain('log.test.ts');
  expect(JSON.stringify(faultOf(failedStatement()))).not.toContain(typed);
});

test.each([
  ['a text that JSON does not read', () => JSON.parse(typed)],
  ['a link that cannot be read', () => decodeURIComponent(`%${typed}`)],
  ['a thrown text', () => Promise.reject(typed)],
])('%s is logged by the kind of error', async (_, fail) => {
  const cause: unknown = await Promise.resolve()
    .then(fail)
    .catch((thrown: unknown) => thrown);
  expect(JSON.stringify(faultOf(cause))).not.toContain('Monday');
});

test('an error of the network keeps its code', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  expect(faultOf(new TypeError('fetch failed', { cause }))).toMatchObject({
    fault: 'TypeError',
    cause: { code: 'ECONNREFUSED', syscall: 'connect' },
  });
});

test('when its database fails the platform reports that to everybody, but the cause only to its log', async () => {
  const lines: string[] = [];
  const app = fastify();
  const failing = { execute: () => Promise.reject(failedStatement()) } as unknown as Db;
  const db = createDatabase(() => failing);
  const log = createLog('warn', (line) => lines.push(line));
  const { readiness } = createObservation({ now: () => 0, log });
  readiness.add('database', () => answers(db));
  await app.register(healthPlugin, { readiness });
  const reply = await app.inject('/readyz');
  expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'failing', failing: ['database'] }]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  expect(lines.join()).toContain('22P02');
  expect(lines.join()).not.toContain(typed);
});

test('a secret that reaches the log by mistake has no value there', () => {
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  log.debug('mistake', {
    authorization: typed,
    mobile: typed,
    headers: { cookie: typed },
    sent: { accessToken: typed },
  });
  expect(lines.join()).not.toContain(typed);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'debug', what: 'mistake', mobile: '[redacted]' });
});

test('the reason why the platform cannot start is one line without values of a statement', () => {
  expect(reasonOf(failedStatement())).toBe('a statement failed (22P02)');
});
