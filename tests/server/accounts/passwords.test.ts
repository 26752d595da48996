import { expect, test } from 'vitest';
import { createPasswords } from '../../../server/accounts/passwords.ts';

/** OWASP's least costs for argon2id, as memory in KiB and rounds; each is about the same work. */
const leastCosts = [
  [47_104, 1],
  [19_456, 2],
  [12_288, 3],
  [9_216, 4],
  [7_168, 5],
] as const;

test("a password is hashed with argon2id, a salt of its own and at least OWASP's cost", async () => {
  const passwords = createPasswords();
  const hashes = await Promise.all([passwords.hash('Cloudroom2026'), passwords.hash('Cloudroom2026')]);
  expect(new Set(hashes).size).toBe(2);
  for (const hash of hashes) {
    const [, memory, rounds, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(hash)?.map(Number) ?? [];
    const isEnough = leastCosts.some(([least, times]) => Number(memory) >= least && Number(rounds) >= times);
    expect({ memory, rounds, lanes, isEnough }).toMatchObject({ lanes: 1, isEnough: true });
  }
});
