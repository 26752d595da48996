import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Api } from '../../contract/catalogue.ts';
import { createPuzzles, sealed } from '../../src/services/captcha.ts';
import { firstWordOf } from '../../src/services/nonceSearch.ts';

const key = 'a1b2c3d4e5f6g7h8';
const signal = new AbortController().signal;

const nodeSealed = (text: string) => {
  const cipher = createCipheriv('aes-128-ecb', key, null);
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
};
const opened = (text: string) => {
  const cipher = createDecipheriv('aes-128-ecb', key, null);
  return cipher.update(text, 'base64', 'utf8') + cipher.final('utf8');
};

function platform({ repCode = '0000', result = true, secretKey = key, bits = 0 } = {}) {
  const asked: { token: string; pointJson: string; nonce?: string }[] = [];
  const api = {
    getCaptcha: async () => ({
      ok: true,
      data: {
        repCode,
        repData: { originalImageBase64: 'AAAA', jigsawImageBase64: 'BBBB', token: 't1', secretKey, bits },
      },
    }),
    checkCaptcha: async (input: (typeof asked)[number]) => {
      asked.push(input);
      return { ok: true, data: { repCode: result ? '0000' : '6111', repData: { result } } };
    },
  } as unknown as Pick<Api, 'getCaptcha' | 'checkCaptcha'>;
  return { asked, puzzles: createPuzzles(api, () => 1) };
}

test.each(['{"x":84,"y":5}', 't1---{"x":84,"y":5}', '', '问诊'])(
  '%j is sealed as every AES library seals it',
  async (text) => {
    expect(await sealed(text, key)).toBe(nodeSealed(text));
  },
);

test('the point is sent encrypted, and the proof contains the same text', async () => {
  const { puzzles, asked } = platform();
  const puzzle = await puzzles.load(signal);
  const proof = puzzle && (await puzzles.solve(puzzle, 84.4, signal));
  expect(opened(asked[0]?.pointJson ?? '')).toBe('{"x":84,"y":5}');
  expect(opened(proof ?? '')).toBe('t1---{"x":84,"y":5}');
});

test('a platform without a key gets plain text', async () => {
  const { puzzles, asked } = platform({ secretKey: '' });
  const puzzle = await puzzles.load(signal);
  const proof = puzzle && (await puzzles.solve(puzzle, 10, signal));
  expect([asked[0]?.pointJson, proof]).toEqual(['{"x":10,"y":5}', 't1---{"x":10,"y":5}']);
});

test('a misplaced piece gives no proof, and a platform without puzzles gives no puzzle', async () => {
  const wrong = platform({ result: false });
  const puzzle = await wrong.puzzles.load(signal);
  expect(puzzle && (await wrong.puzzles.solve(puzzle, 10, signal))).toBeNull();
  expect(await platform({ repCode: '6201' }).puzzles.load(signal)).toBeNull();
});

test('a puzzle that costs work is answered with the nonce of that work', async () => {
  const { puzzles, asked } = platform({ bits: 12 });
  const puzzle = await puzzles.load(signal);
  expect(puzzle && (await puzzles.solve(puzzle, 10, signal))).not.toBeNull();
  const digest = createHash('sha256').update(`t1:${asked[0]?.nonce}`).digest();
  expect(digest.readUInt32BE() >>> 20).toBe(0);
});

test('a newer puzzle ends the work of the one before it', async () => {
  const { puzzles } = platform({ bits: 30 });
  const first = await puzzles.load(signal);
  await platform({ bits: 0 }).puzzles.load(signal);
  await expect(first && puzzles.solve(first, 10, signal)).rejects.toThrow();
});

test('hashes are those of SHA-256, for texts of every length up to three blocks', () => {
  for (let length = 0; length < 150; length++) {
    const text = 'a1-_:'.repeat(30).slice(0, length);
    expect(firstWordOf(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE());
  }
});
