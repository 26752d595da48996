import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../../server/admin/commands.ts';
import { openTestDatabase } from '../../support/database.ts';
import { createTrailRows } from '../../support/trailRows.ts';

const now = () => Date.parse('2030-01-01T00:00:00Z');
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let trail: Awaited<ReturnType<typeof createTrailRows>>;
let hospitalId: string;
beforeAll(async () => {
  database = await openTestDatabase({ now });
  trail = await createTrailRows({ ...database, now });
  hospitalId = await trail.hospital();
  for (let n = 0; n < 3; n++) await trail.append(hospitalId);
  await trail.seal();
  await trail.append(hospitalId);
}, 60_000);
afterAll(() => database?.close());

const run = (...args: string[]) =>
  runCommand({ ...database, now, filesFolder: '' }, ['verify-trail', ...args], 'operator');

test('the command prints rows, times, the head and where the key is', async () => {
  const { ok, lines } = await run('--hospital', hospitalId);
  expect(ok).toBe(true);
  expect(lines.join('\n')).toContain(`hospital ${hospitalId}: OK
    3 sealed rows, 2030-01-01 08:00 +08:00 to 2030-01-01 08:00 +08:00; 1 not sealed yet
    head `);
  expect(lines.join('\n')).toContain('Set TRAIL_KEY');
});

test('a script that names the hospital by the former option gets the same lines', async () => {
  expect(await run('--tenant', hospitalId)).toEqual(await run('--hospital', hospitalId));
});

test('the command fails where a given head is in no chain', async () => {
  const { head } = await trail.verify(hospitalId);
  expect(await run('--head', head)).toMatchObject({ ok: true });
  const lost = await run('--head', 'x'.repeat(43));
  expect(lost).toMatchObject({ ok: false });
  expect(lost.lines.at(-1)).toMatch(/was cut off/);
});

test.each([['--hospital', '999999'], ['--unknown'], ['word']])('the command refuses %s %s', async (...args) => {
  expect(await run(...args)).toMatchObject({ ok: false });
});

test('the command fails and names the place where a row was changed', async () => {
  await trail.tamper((db) =>
    db.execute(sql`update audit_trail set ip = '1.1.1.1' where id = (select min(id) + 1 from audit_trail)`),
  );
  const { ok, lines } = await run();
  expect(ok).toBe(false);
  expect(lines[0]).toMatch(new RegExp(`hospital ${hospitalId}: BROKEN at place 2, row \\d+: was changed`));
});
