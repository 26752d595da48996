import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDurable } from '../../../server/db/embedded/durable.mjs';
import { openEmbeddedStore } from '../../../server/db/open.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { migrationsFolder } from '../../../server/db/schemaVersion.ts';
import { withOwner } from '../../support/database.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The migrations of the version before hospitals remembered that they had been administered. */
function migrationsBefore(folder: string): string {
  const before = join(folder, 'migrations');
  cpSync(migrationsFolder, before, { recursive: true });
  const file = join(before, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(
    file,
    JSON.stringify({ ...journal, entries: journal.entries.filter((one: { idx: number }) => one.idx < 42) }),
  );
  return before;
}

const administrator = (id: number, hospital: number, columns: string) =>
  `insert into staff (id, tenant_id, username, password_hash, name, mobile, create_time, is_administrator, must_change_password, disabled)
   values (${id}, ${hospital}, 'boss${id}', 'x', 'Boss', '138000000${id}', 1, true, ${columns})`;
const changeOfPassword = (person: number, by: number, detail: string) =>
  `insert into audit_trail (tenant_id, time, user_type, user_id, action, entity, entity_id, outcome, detail)
   values (${person - 10}, 1, 2, ${by}, 'update', 'staff', '${person}', 'ok', '${detail}')`;

test('an upgrade knows which hospitals an administrator with a password of their own has had', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pglite = await openDurable(join(folder, 'db'));
  await migrate(drizzle(pglite), { migrationsFolder: migrationsBefore(folder) });
  const rows = [
    ...[1, 2, 3, 4, 5].map((id) => `insert into tenant (id, name) values (${id}, 'Hospital ${id}')`),
    administrator(11, 1, 'false, false'),
    administrator(12, 2, 'false, true'),
    administrator(13, 3, 'true, false'),
    changeOfPassword(13, 13, '{"changed":"password"}'),
    // A colleague set this one's password, who has chosen none.
    administrator(14, 4, 'true, false'),
    changeOfPassword(14, 99, '{"changed":["password"]}'),
  ];
  for (const row of rows) await pglite.query(row);
  await pglite.close();
  const store = await openEmbeddedStore(folder, () => {});
  onTestFinished(() => store.close());
  const found = await withOwner(store.db).owner.select().from(tenant).orderBy(tenant.id);
  expect(found.map(({ id, administered }) => [id, administered])).toEqual([
    ['1', true],
    ['2', true],
    ['3', true],
    ['4', false],
    ['5', false],
  ]);
});
