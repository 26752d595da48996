import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptWords } from '../../src/domain/keptWords.ts';
import { createMask } from '../../src/domain/masking.ts';
import { typescriptIn } from '../support/imports.ts';

const masked = (value: unknown, showsContent = false) => createMask({ showsContent }).value(value);

const order = {
  id: '4711',
  version: 3,
  status: 20,
  createTime: 1_772_415_000_000,
  patient: { id: '88', name: '张伟', age: 41, mobile: '13800138000' },
  chiefComplaint: 'Headache for two days',
  unread: 0,
};

test('of an order its shape, version, status and times stay, and nothing about the patient', () => {
  expect(masked(order)).toEqual({
    id: '1111',
    version: 3,
    status: 20,
    createTime: 1_772_415_000_000,
    patient: { id: '11', name: '某某', age: 1, mobile: '11111111111' },
    chiefComplaint: 'xxxxxxxx xxx xxx xxxx',
    unread: 0,
  });
});

test('what was measured of a patient is masked, whatever its unit', () => {
  const facts = {
    height: 172,
    heightCm: 172,
    weightKg: 64.5,
    egfr: 58,
    quantity: 2,
    onceDose: 0.5,
    number: 13800138000,
  };
  expect(Object.values(masked(facts) as object)).toEqual([1, 1, 2.5, 3, 4, 5.5, 6]);
});

test('words of the code stay, so that a guard decides the same', () => {
  const outcome = { outcome: 'failed', failure: { kind: 'network', code: 401, message: 'No link', data: null } };
  expect(masked(outcome)).toEqual({
    outcome: 'failed',
    failure: { kind: 'network', code: 401, message: 'xx xxxx', data: null },
  });
});

test('equal texts and numbers stay equal, and different ones of the same shape stay different', () => {
  expect(masked({ a: ['Anna', 'Bert', 'Anna'], b: [1.5, 20, 1.5, 0, -20] })).toEqual({
    a: ['xxxx', 'xxxa', 'xxxx'],
    b: [1.5, 2, 1.5, 0, -2],
  });
});

test('an id is hidden behind the same mask wherever it stands, in the name of an actor too', () => {
  const mask = createMask({ showsContent: false });
  expect(mask.value({ consultations: { '4711': { orderId: '4711' } } })).toEqual({
    consultations: { '1111': { orderId: '1111' } },
  });
  expect(mask.actorId('consultation:4711')).toBe('consultation:1111');
  expect(mask.event({ type: 'xstate.done.actor.consultation:4711' })).toEqual({
    type: 'xstate.done.actor.consultation:1111',
  });
});

test('of a token or a password only the length is seen, and whether it is the same', () => {
  const login = { accessToken: 'a1b2', refreshToken: '11 张', password: 'failed' };
  expect(masked({ login, event: { access: 'a1b2' } })).toEqual({
    login: { accessToken: 'xxxx', refreshToken: 'xxxa', password: 'xxxxxx' },
    event: { access: 'xxxx' },
  });
});

test('ids of messages keep their order', () => {
  const [early, late] = ['01930000-aaaa-7bcd-8000-000000000001', '01930000-bbbb-7bcd-8000-000000000002'];
  const mask = createMask({ showsContent: false });
  const [second, first] = [mask.value(late), mask.value(early)] as [string, string];
  expect(first < second).toBe(true);
  expect([first, second]).not.toContain(early);
});

test('the demonstration shows what is typed, and never a token or a password', () => {
  const shown = masked(
    {
      note: 'Headache',
      login: { accessToken: 'open', refreshToken: 'abc', userId: '7' },
      credentials: { kind: 'password', password: 'Cloudroom2026' },
      again: ['abc'],
      answer: 'q8Zr2bX0kLm4TzVn6pWs',
      link: '/files/4?sig=dG9rZW4',
    },
    true,
  );
  const text = JSON.stringify(shown);
  expect(text).toContain('Headache');
  expect(text).toContain('"userId":"7"');
  for (const secret of ['open', '"abc"', 'Cloudroom2026', 'q8Zr2bX0kLm4TzVn6pWs', 'dG9rZW4'])
    expect(text).not.toContain(secret);
});

test('the demonstration shows a stored record and its diagnoses, and hides the code of a text message', () => {
  const stored = { chiefComplaint: 'Cough', diagnoses: [{ id: '9', code: 'J20.9', name: 'Acute bronchitis' }] };
  expect(masked({ current: stored, shown: 'Cough', sms: { mobile: '13800138000', code: '482913' } }, true)).toEqual({
    current: stored,
    shown: 'Cough',
    sms: { mobile: '13800138000', code: 'xxxxxx' },
  });
});

test('a token is hidden in the demonstration under each of its names', () => {
  const names = ['access', 'unproven', 'presented', 'current'];
  for (const name of names) expect(masked({ [name]: 'short-one' }, true)).toEqual({ [name]: 'xxxxxxxxx' });
});

test('errors, files, actors and functions leave nothing of their content', () => {
  const actor = { sessionId: 'x:1', send: () => {}, id: 'record:4711' };
  class Zhang extends Error {
    override name = 'Zhang';
  }
  expect(masked([new Zhang('Anna'), new TypeError('Bert'), actor, { run: () => {} }, Number.NaN, undefined])).toEqual([
    { error: 'Error', message: 'xxxx' },
    { error: 'TypeError', message: 'xxxa' },
    { actor: 'record:1111' },
    {},
    null,
    null,
  ]);
  expect(masked(new Blob(['Anna'], { type: 'text/anna' }))).toEqual({ file: true, size: 4 });
});

test('a structure that contains itself ends', () => {
  const circle: Record<string, unknown> = { name: 'Anna' };
  circle.self = circle;
  expect(JSON.stringify(masked(circle))).not.toContain('Anna');
});

/** Letters, digits and Chinese characters by turns: two texts of one pattern have the same shape. */
const pattern = fc.array(fc.constantFrom('a', '1', '字', ' '), { minLength: 1, maxLength: 12 });
const filled = (signs: readonly string[], by: Record<string, string>) => signs.map((sign) => by[sign] ?? sign).join('');
const places = ['text', 'name', 'mobile', 'password', 'accessToken', 'content', 'data', 'kind', 'id'] as const;
const hostile = fc.array(fc.tuple(fc.constantFrom(...places), pattern, fc.boolean()), { maxLength: 8 });

test('two secrets of the same shape leave the same recording, wherever they stand', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), fc.integer({ min: 1, max: 9_999 }), (fields, isNested, age) => {
      const world = (by: Record<string, string>, years: number) =>
        fields.map(([place, signs, isKey]) => {
          const secret = filled(signs, by);
          const one = isKey ? { queues: { [secret]: [secret] } } : { [place]: secret, age: years };
          return isNested ? { context: { deep: [one] }, error: new Error(secret) } : one;
        });
      const one = masked(world({ a: 'q', '1': '7', 字: '张' }, age));
      const other = masked(world({ a: 'w', '1': '3', 字: '李' }, age + 1));
      expect(one).toEqual(other);
    }),
  );
});

const everyWord = fc
  .string({ unit: 'binary', minLength: 3, maxLength: 40 })
  .filter((text) => /[^\sx1某]{3}/u.test(text));

test('no typed text survives as a value', () => {
  fc.assert(
    fc.property(everyWord, (text) => {
      const found = masked({ text }) as { text: string };
      expect(found.text.length).toBe(text.length);
      expect(keptWords.has(text) || found.text !== text).toBe(true);
    }),
  );
});

test('every text that a machine or its rules compare is a word that stays', () => {
  const compared = [...typescriptIn('src/machines'), ...typescriptIn('src/domain')]
    .map((file) => readFileSync(file, 'utf8'))
    .flatMap((source) => [
      ...source.matchAll(/outcome (?:===|!==) '([a-z][^']*)'|(?:kind|state|why|place) (?:===|!==) '([a-z][^']*)'/g),
    ])
    .map(([, outcome, other]) => outcome ?? other ?? '');
  expect([...new Set(compared)].filter((word) => !keptWords.has(word))).toEqual([]);
  expect(compared.length).toBeGreaterThan(20);
});

test('a text that comes again has its mask, among tens of thousands of others', () => {
  const mask = createMask({ showsContent: false });
  const texts = Array.from({ length: 30_000 }, (_, at) => `typed ${'abcdefghij'.charAt(at % 10)}${at}`);
  const first = texts.map((text) => mask.value(text));
  expect(new Set(first).size).toBe(texts.length);
  expect(texts.map((text) => mask.value(text))).toEqual(first);
});

test('masking takes time in proportion to the length', () => {
  const long = '张a1 '.repeat(100_000);
  expect((masked({ long }) as { long: string }).long.length).toBe(long.length);
});
