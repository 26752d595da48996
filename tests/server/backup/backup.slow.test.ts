import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPasswords } from '../../../server/accounts/passwords.ts';
import { openAdminPort } from '../../../server/admin/port.ts';
import { copyBucket, createBackup, type Place, restoreBackup, restoreBucket } from '../../../server/backup/backup.ts';
import { runCopyCommand } from '../../../server/backup/embedded.ts';
import { type Database, platformWide } from '../../../server/db/connection.ts';
import { openEmbeddedStore, openPostgresStore, type Store } from '../../../server/db/open.ts';
import { patient } from '../../../server/db/schema/patients.ts';
import { tenant } from '../../../server/db/schema/tenants.ts';
import { seedDemonstration } from '../../../server/demo/seed.ts';
import { schemaFingerprint } from '../../support/database.ts';
import { cachedFolder, copyFolder } from '../../support/dataFolder.ts';
import { migratedFolder } from '../../support/engines.ts';
import { hasPostgres, startPostgres, whyNoPostgres } from '../../support/postgres.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Stored files, one of them empty, and an upload that has not ended. */
function addFiles(dataDir: string): Record<string, Buffer> {
  const files = { 'files/ab/abc.png': randomBytes(300_000), 'files/cd/cde.pdf': Buffer.alloc(0) };
  for (const folder of ['files/ab', 'files/cd', 'files/incoming'])
    mkdirSync(join(dataDir, folder), { recursive: true });
  for (const [path, content] of Object.entries(files)) writeFileSync(join(dataDir, path), content);
  writeFileSync(join(dataDir, 'files/incoming/part'), 'unfinished');
  return files;
}

const storedFiles = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

const seed = (db: Database) => seedDemonstration({ db, passwords: createPasswords(), now: Date.now() });

/** Everything that one query shows of patients, to compare without the product's own checksums. */
const patientsIn = async ({ db }: Store) =>
  JSON.stringify(await platformWide(db).select().from(patient).orderBy(patient.id));

type Engine = {
  /** A seeded platform's place. */
  place: Place;
  emptyPlace: () => Promise<Place>;
  open: (place: Place) => Promise<Store>;
  end: () => Promise<void>;
};

async function embedded(): Promise<Engine> {
  const open = (place: Place) => openEmbeddedStore(place.dataDir, () => {});
  const seeded = await cachedFolder(`seeded-${schemaFingerprint()}`, async (folder) => {
    const store = await openEmbeddedStore(folder, () => {});
    await seed(store.db);
    await store.close();
  });
  const dataDir = copyFolder(seeded);
  const place = { databaseUrl: null, dataDir, bucket: null };
  const end = async () => rmSync(dataDir, { recursive: true, force: true });
  return {
    place,
    open,
    end,
    emptyPlace: async () => ({ databaseUrl: null, dataDir: join(newFolder(), 'data'), bucket: null }),
  };
}

async function postgres(): Promise<Engine> {
  const server = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  const open = ({ databaseUrl }: Place) => openPostgresStore(databaseUrl ?? '', () => {});
  const place = { databaseUrl: await server.database(), dataDir, bucket: null };
  const store = await open(place);
  await seed(store.db);
  await store.close();
  const end = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    place,
    open,
    end,
    emptyPlace: async () => ({ databaseUrl: await server.database(), dataDir: newFolder(), bucket: null }),
  };
}

const engines: [string, () => Promise<Engine>][] = [
  ['the embedded database', embedded],
  ...(hasPostgres ? ([['PostgreSQL', postgres]] satisfies [string, () => Promise<Engine>][]) : []),
];
if (!hasPostgres) process.stderr.write(`\n*** ${whyNoPostgres} ***\n\n`);

test('a backup and its restore say that the files in a bucket are not part of it', async () => {
  const engine = await embedded();
  onTestFinished(engine.end);
  const backup = join(newFolder(), 'backup');
  const made = await createBackup({ ...engine.place, bucket: 's3.example/files' }, backup, 'operator');
  expect(made.elsewhere).toEqual({ bucket: 's3.example/files', since: expect.stringMatching(/^\d{4}-/) });
  expect(copyBucket(made)).toContain('s3.example/files and are NOT in this backup: copy the bucket now');
  const restored = await restoreBackup(await engine.emptyPlace(), backup);
  expect(restored.elsewhere).toEqual(made.elsewhere);
  expect(restoreBucket(restored)).toContain(`made after ${made.elsewhere?.since}`);
  expect([copyBucket, restoreBucket].map((say) => say({ ...made, elsewhere: null }))).toEqual(['', '']);
});

describe.each(engines)('a backup of %s', (_, open) => {
  let engine: Engine;
  let files: Record<string, Buffer>;
  let backup: string;
  beforeAll(async () => {
    engine = await open();
    files = addFiles(engine.place.dataDir);
    backup = join(mkdtempSync(join(tmpdir(), 'cloudroom-backup-')), 'first');
    await createBackup(engine.place, backup, 'operator');
  });
  afterAll(async () => {
    await engine?.end();
    rmSync(join(backup, '..'), { recursive: true, force: true });
  });

  /** A copy of the backup that a test may damage. */
  const copyOfBackup = () => {
    const copy = join(newFolder(), 'copy');
    cpSync(backup, copy, { recursive: true });
    return copy;
  };

  test('restored into an empty place, has every row and every finished file', async () => {
    const place = await engine.emptyPlace();
    const { rows, files: count, tables } = await restoreBackup(place, backup);
    expect(count).toBe(2);
    expect(tables).toBeGreaterThan(40);
    expect(rows).toBeGreaterThan(10_000);
    for (const [path, content] of Object.entries(files))
      expect(readFileSync(join(place.dataDir, path))).toEqual(content);
    expect(storedFiles(place.dataDir)).toEqual(['abc.png', 'cde.pdf']);
    const [original, restored] = [await engine.open(engine.place), await engine.open(place)];
    expect(await patientsIn(restored)).toBe(await patientsIn(original));
    // The restored database goes on numbering rows where the original was.
    const [added] = await platformWide(restored.db).insert(tenant).values({ name: 'The next one' }).returning();
    expect(Number(added?.id)).toBeGreaterThan(2);
    await original.close();
    await restored.close();
  });

  test('is not restored over anything', async () => {
    await expect(restoreBackup(engine.place, backup)).rejects.toThrow(
      /^The data folder .* is not empty \(it has db|files\)/,
    );
    if (engine.place.databaseUrl === null) return;
    const place = { ...(await engine.emptyPlace()), databaseUrl: engine.place.databaseUrl };
    await expect(restoreBackup(place, backup)).rejects.toThrow(
      /^The database is not empty .*Restore into a new, empty database/,
    );
  });

  test.each([
    [
      'a changed file',
      (copy: string) => appendFileSync(join(copy, 'files/ab/abc.png'), 'x'),
      /files\/ab\/abc.png has changed/,
    ],
    ['a missing file', (copy: string) => rmSync(join(copy, 'files/cd/cde.pdf')), /files\/cd\/cde.pdf is missing/],
    ['an added file', (copy: string) => writeFileSync(join(copy, 'files/new'), ''), /files\/new does not belong to it/],
    [
      'a changed manifest',
      (copy: string) => appendFileSync(join(copy, 'manifest.json'), ' '),
      /manifest.json has changed/,
    ],
    ['no checksums', (copy: string) => rmSync(join(copy, 'checksums.sha256')), /is no complete backup/],
    ['no manifest', (copy: string) => rmSync(join(copy, 'manifest.json')), /is no backup/],
  ])('with %s is refused before anything is restored', async (_, damage, reason) => {
    const [copy, place] = [copyOfBackup(), await engine.emptyPlace()];
    damage(copy);
    await expect(restoreBackup(place, copy)).rejects.toThrow(reason);
    expect(existsSync(join(place.dataDir, 'files'))).toBe(false);
  });

  test('from a newer version is refused', async () => {
    const [copy, place] = [copyOfBackup(), await engine.emptyPlace()];
    const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'));
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, version: '9.0.0', schemaTime: 9e12 }));
    await expect(restoreBackup(place, copy)).rejects.toThrow(/^This backup was made by Cloudroom 9.0.0 and is newer/);
  });

  test('does not overwrite an earlier one', async () => {
    await expect(createBackup(engine.place, backup, 'operator')).rejects.toThrow(/is not empty. Name a new folder/);
    expect(existsSync(`${backup}.part`)).toBe(false);
  });
});

test('the running platform copies its embedded database for a backup, and goes on', async () => {
  const dataDir = await migratedFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const store = await openEmbeddedStore(dataDir, () => {});
  const copyTo = store.copyTo ?? expect.fail('the embedded database can be copied');
  const failed = { ok: false, lines: ['no'] };
  const port = await openAdminPort(
    dataDir,
    async ({ args }) => (await runCopyCommand(copyTo, args)) ?? failed,
    () => {},
  );
  await platformWide(store.db).insert(tenant).values({ name: 'Before' });
  const backup = join(newFolder(), 'backup');
  const writing = createBackup({ databaseUrl: null, dataDir, bucket: null }, backup, 'operator');
  await platformWide(store.db).insert(tenant).values({ name: 'Meanwhile' });
  await writing;
  await platformWide(store.db).insert(tenant).values({ name: 'Afterwards' });
  port.close();
  await store.close();

  const place = { databaseUrl: null, dataDir: join(newFolder(), 'data'), bucket: null };
  await restoreBackup(place, backup);
  const restored = await openEmbeddedStore(place.dataDir, () => {});
  const names = (await platformWide(restored.db).select().from(tenant)).map(({ name }) => name);
  expect(names).toContain('Before');
  expect(names).not.toContain('Afterwards');
  await restored.close();
});

test('a data folder without a database has no backup', async () => {
  const place = { databaseUrl: null, dataDir: newFolder(), bucket: null };
  await expect(createBackup(place, join(newFolder(), 'backup'), 'operator')).rejects.toThrow(
    /^There is no database in/,
  );
});
