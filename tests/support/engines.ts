import { rmSync } from 'node:fs';
import { openEmbeddedStore, openPostgresStore, type Store } from '../../server/db/open.ts';
import { schemaFingerprint, type TestDb, withOwner } from './database.ts';
import { cachedFolder, copyFolder } from './dataFolder.ts';
import { hasPostgres, startPostgres, whyNoPostgres } from './postgres.ts';

/** A database of the platform that closes with its suite. */
export type Opened = Omit<Store, 'db'> & { db: TestDb; end(): Promise<void> };

/** A data folder with a migrated, empty database: creating one takes ten times as long as copying it. */
export const migratedFolder = async () => copyFolder(await migrated());

const migrated = () =>
  cachedFolder(`folder-${schemaFingerprint()}`, async (folder) => {
    await (await openEmbeddedStore(folder, () => {})).close();
  });

async function embedded(): Promise<Opened> {
  const folder = await migratedFolder();
  const store = await openEmbeddedStore(folder, () => {}, { watched: true });
  const end = async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...store, db: withOwner(store.db), end };
}

async function postgres(): Promise<Opened> {
  const server = await startPostgres();
  const store = await openPostgresStore(await server.database(), () => {});
  const end = async () => {
    await store.close();
    await server.stop();
  };
  return { ...store, db: withOwner(store.db), end };
}

/** Both databases of the platform, for tests that must pass on each. */
export const engines: { engine: string; open: () => Promise<Opened> }[] = [
  { engine: 'the embedded database', open: embedded },
  ...(hasPostgres ? [{ engine: 'PostgreSQL', open: postgres }] : []),
];

if (!hasPostgres) process.stderr.write(`\n*** ${whyNoPostgres} ***\n\n`);
