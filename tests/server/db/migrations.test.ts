import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'server/db/migrations';

/** What a process of the version before may name, and could no longer use. */
const taking = /\b(drop (table|column|function|view)|rename (to|column)|set not null|set data type)\b/i;

/**
 * Migrations that took something away, from before this rule: processes that ran beside them failed. A later one is added
 * here once no process names what it takes.
 */
const known = [
  '0026_duty_state.sql',
  '0044_signers_and_identity_requests.sql',
  '0049_fold_scripts_and_forged_signatures.sql',
  '0056_redis_alone.sql',
];

test('a migration takes nothing away that processes of the version before may name', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const found = files.filter((file) => taking.test(readFileSync(join(folder, file), 'utf8')));
  expect(found.sort()).toEqual(known);
});
