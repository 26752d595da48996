import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore, openPostgresStore, type Store } from '../../server/store/open.ts';
import { hasPostgres, startPostgres, whyNoPostgres } from './postgres.ts';

/** A database of the platform's, which ends with the suite that opened it. */
export type Opened = Store & { end(): Promise<void> };

async function embedded(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  const store = await openEmbeddedStore(folder, () => {}, { watched: true });
  const end = async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...store, end };
}

async function postgres(): Promise<Opened> {
  const server = await startPostgres();
  const store = await openPostgresStore(await server.database(), () => {});
  const end = async () => {
    await store.close();
    await server.stop();
  };
  return { ...store, end };
}

/** Both databases that the platform runs on, for tests that must hold on each. */
export const engines: { engine: string; open: () => Promise<Opened> }[] = [
  { engine: 'the embedded database', open: embedded },
  ...(hasPostgres ? [{ engine: 'PostgreSQL', open: postgres }] : []),
];

if (!hasPostgres) process.stderr.write(`\n*** ${whyNoPostgres} ***\n\n`);
