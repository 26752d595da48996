import { expect, test } from 'vitest';
import { answerTable, interpret, isAnswerType, type Received } from '../../src/domain/answers.ts';

const reply = (body: unknown, status = 200): Received => ({ kind: 'reply', from: 'platform', status, body });
const coded = (code: unknown, msg?: string, data: unknown = null) => reply({ code, msg, data });
const file = (type: string, from: 'platform' | 'fileHost' = 'platform', status = 200): Received => ({
  kind: 'file',
  from,
  status,
  file: new Blob(['x'], { type }),
});
const rowOf = (received: Received) => answerTable.find((row) => row.interpret(received) !== null)?.name;

const rows: readonly [row: string, received: Received, outcome: string, notice: unknown, toast: boolean | null][] = [
  ['aborted by the caller', { kind: 'lost', why: 'aborted' }, 'failure', { key: 'network' }, false],
  ['time-out', { kind: 'lost', why: 'timeout' }, 'failure', { key: 'timeout' }, true],
  ['network error', { kind: 'lost', why: 'network' }, 'failure', { key: 'network' }, true],
  ['failed status code', reply('', 502), 'failure', { key: 'status', status: '502' }, true],
  ['failed status code', reply({ code: 401, msg: 'x' }, 401), 'failure', { key: 'status', status: '401' }, true],
  ['failed status code', file('image/png', 'fileHost', 403), 'failure', { key: 'status', status: '403' }, true],
  ['file-storage host', file('image/png', 'fileHost'), 'success', null, null],
  ['file-storage host', { kind: 'reply', from: 'fileHost', status: 200, body: '' }, 'success', null, null],
  ['web page instead of a file', file('text/html; charset=utf-8'), 'failure', { key: 'fileIsNotOne' }, true],
  ['file', file('application/pdf'), 'success', null, null],
  ['empty body', reply(''), 'failure', { key: 'empty' }, true],
  ['empty body', reply(null), 'failure', { key: 'empty' }, true],
  ['not an answer', reply('<!doctype html><title>Log in</title>'), 'failure', { key: 'unreadable' }, true],
  ['not an answer', reply('{"code":200,'), 'failure', { key: 'unreadable' }, true],
  ['not an answer', reply([{ code: 200 }]), 'failure', { key: 'unreadable' }, true],
  ['not an answer', reply(true), 'failure', { key: 'unreadable' }, true],
  ['refresh token invalid or expired', coded(400, '无效的刷新令牌'), 'failure', { text: '无效的刷新令牌' }, false],
  ['refresh token invalid or expired', coded(401, '刷新令牌已过期'), 'failure', { text: '刷新令牌已过期' }, false],
  [
    'refresh token invalid or expired',
    coded(400, 'Invalid refresh token'),
    'failure',
    { text: 'Invalid refresh token' },
    false,
  ],
  [
    'refresh token invalid or expired',
    coded(401, 'Refresh token expired'),
    'failure',
    { text: 'Refresh token expired' },
    false,
  ],
  ['401', coded(401, '账号未登录'), 'refresh', { text: '账号未登录' }, null],
  ['401', coded(401), 'refresh', { key: 'code.401' }, null],
  ['401', coded('401'), 'refresh', { key: 'code.401' }, null],
  ['500', coded(500, 'NullPointerException'), 'failure', { key: 'code.500' }, true],
  ['5xx', coded(503, 'Try again'), 'failure', { text: 'Try again' }, true],
  ['5xx', coded(507), 'failure', { key: 'code.default' }, true],
  ['403', coded(403), 'failure', { key: 'code.403' }, true],
  ['403', coded(403, '您无权访问该租户的数据'), 'failure', { text: '您无权访问该租户的数据' }, true],
  ['404', coded(404, '  '), 'failure', { key: 'code.404' }, true],
  ['any other code', coded(9999), 'failure', { key: 'code.default' }, true],
  ['any other code', coded(1_050_003_001, '该患者已被接诊'), 'failure', { text: '该患者已被接诊' }, true],
  ['any other code', coded('broken'), 'failure', { key: 'code.default' }, true],
  ['success', coded(200, '', [1]), 'success', null, null],
  ['success', coded(0, '', [1]), 'success', null, null],
  ['success', reply({ repCode: '0000' }), 'success', null, null],
];

test.each(rows)('%s: %j', (row, received, outcome, notice, toast) => {
  const interpretation = interpret(received);
  expect(rowOf(received)).toBe(row);
  expect(interpretation.outcome).toBe(outcome);
  expect('untranslated' in interpretation ? interpretation.untranslated.notice : null).toEqual(notice);
  expect('toast' in interpretation ? interpretation.toast : null).toBe(toast);
});

test('every row of the table is tested', () => {
  expect(new Set(rows.map(([row]) => row))).toEqual(new Set(answerTable.map(({ name }) => name)));
});

test('a refusal carries the platform’s data', () => {
  const interpretation = interpret(coded(423, 'held', { holder: 'Dr Li' }));
  expect(interpretation).toMatchObject({ untranslated: { kind: 'business', code: 423, data: { holder: 'Dr Li' } } });
});

test.each([
  '无效的刷新令牌',
  '刷新令牌已过期',
  '刷新令牌已失效，请重新登录',
  '刷新令牌无效',
  'Invalid refresh token',
  'Expired refresh token.',
  'The refresh token is invalid',
  'refresh token has expired',
  'Refresh token is invalid or expired',
  'refresh_token invalid',
])('%s shows no toast with any code', (msg) => {
  for (const code of [400, 401, 403, 9999])
    expect(interpret(coded(code, msg))).toMatchObject({ outcome: 'failure', toast: false, mustCheckSession: true });
});

test.each(['刷新页面', '令牌已过期', 'token expired', 'Refresh the page', '处方已过期，请刷新'])(
  '%s has nothing to do with the refresh token',
  (msg) => {
    expect(interpret(coded(9999, msg))).toMatchObject({ toast: true, mustCheckSession: false });
  },
);

test('only messages about the refresh token put the session in doubt', () => {
  const doubts = (received: Received) => {
    const interpretation = interpret(received);
    return interpretation.outcome === 'failure' && interpretation.mustCheckSession;
  };
  expect([coded(400, '刷新令牌已过期'), coded(400, 'refresh the page'), coded(403)].map(doubts)).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['application/json', true],
  ['application/json;charset=UTF-8', true],
  ['application/problem+json', true],
  ['application/pdf', false],
  ['text/plain', false],
])('a file of type %s is an answer about it: %s', (type, expected) => {
  expect(isAnswerType(type)).toBe(expected);
});
