import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ofHospital } from '../../../../server/db/connection.ts';
import { openDurable } from '../../../../server/db/embedded/durable.mjs';
import { hospitalStore } from '../../../../server/db/hospitalStore.ts';
import { openEmbeddedStore } from '../../../../server/db/open.ts';
import { warehouse } from '../../../../server/db/schema/drugs.ts';
import { migratedFolder } from '../../../support/engines.ts';

const folders: string[] = [];
const aFolder = async () => {
  const folder = await migratedFolder();
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that writes into the folder and resolves once it has acknowledged `count` rows. */
async function writing(folder: string, count: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/acknowledgingWriter.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const enough = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.split('\n').length > count) resolve();
    });
    child.on('exit', (code) => reject(new Error(`the writer ended with ${code}`)));
  });
  await enough;
  return {
    pid: child.pid,
    async killed() {
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
      return said.split('\n').slice(0, -1);
    },
  };
}

test('every commit of the embedded database is flushed to the disk', async () => {
  const real = fs.fsyncSync;
  let calls = 0;
  fs.fsyncSync = (handle) => {
    calls++;
    real(handle);
  };
  syncBuiltinESMExports();
  try {
    const pg = await openDurable(join(await aFolder(), 'db'));
    await pg.exec('create table t (n int)');
    const before = calls;
    for (let n = 0; n < 20; n++) await pg.query('insert into t values ($1)', [n]);
    expect(calls - before).toBeGreaterThanOrEqual(20);
    await pg.close();
  } finally {
    fs.fsyncSync = real;
    syncBuiltinESMExports();
  }
}, 60_000);

test('an acknowledged row survives kill -9, and the folder opens again by itself', async () => {
  const folder = await aFolder();
  const acknowledged = await (await writing(folder, 200)).killed();
  const store = await openEmbeddedStore(folder, () => {});
  const kept = new Set((await hospitalStore(store.db, '1').rows(warehouse)).map((row) => row.id));
  await store.close();
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
}, 60_000);

test('a second process on the same data folder is refused with the id of the first', async () => {
  const folder = await aFolder();
  const writer = await writing(folder, 1);
  await expect(openEmbeddedStore(folder, () => {})).rejects.toThrow(`in use by process ${writer.pid}`);
  await writer.killed();
}, 60_000);

test('using the outer database inside a transaction is refused, because it would deadlock', async () => {
  const store = await openEmbeddedStore(await aFolder(), () => {}, { watched: true });
  const db = ofHospital(store.db, '1');
  const stuck = db.transaction(() => db.select().from(warehouse));
  await expect(stuck).rejects.toMatchObject({ cause: { message: expect.stringContaining('use the transaction') } });
  await store.close();
}, 60_000);
