import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClientMessageId } from '../../contract/ids.ts';
import { uuidv7 } from '../../contract/uuidv7.ts';

const times = fc.array(fc.integer({ min: 0, max: 2 ** 42 }), { minLength: 2, maxLength: 50 });

test('ids sort in the order in which they were made, even when the clock is set back', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 255 }), (clock, byte) => {
      const left = [...clock];
      const next = uuidv7({ now: () => left.shift() ?? 0, randomBytes: (n) => new Uint8Array(n).fill(byte) });
      const ids = clock.map(next);
      expect([...ids].sort()).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(ClientMessageId.safeParse(id).success).toBe(true);
    }),
  );
});

test('more ids in one millisecond than fit go on in the next', () => {
  const next = uuidv7({ now: () => 5, randomBytes: (n) => new Uint8Array(n).fill(255) });
  const ids = Array.from({ length: 5_000 }, next);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(5_000);
});

test('the first 48 bits are the time and the version is 7', () => {
  const id = uuidv7({ now: () => 0x0123456789ab, randomBytes: (n) => new Uint8Array(n) })();
  expect(id).toMatch(/^01234567-89ab-7000-8000-000000000000$/);
});
