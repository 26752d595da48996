import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const debian = '/usr/lib/postgresql';
const folders = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
const bin = [...folders, '/usr/local/bin', '/usr/bin'].find(
  (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
);

/** Whether this machine has PostgreSQL; if not, a warning is printed. */
export const hasPostgres = bin !== undefined;
export const whyNoPostgres = 'NO PostgreSQL ON THIS MACHINE: the store was tested on the embedded database only';

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** PostgreSQL refuses to run as root, so root starts it as an unprivileged user. */
function unprivileged(folder: string) {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    ['postgres', 'nobody'].map((name) => tryId(flag, name)).find((id) => id !== null) ?? 65_534;
  const who = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(folder, who.uid, who.gid);
  chmodSync(folder, 0o700);
  return who;
}

function tryId(flag: string, name: string): number | null {
  try {
    return Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return null;
  }
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** A temporary PostgreSQL server for one test file. */
export async function startPostgres() {
  if (!bin) throw new Error(whyNoPostgres);
  const home = mkdtempSync(join(tmpdir(), 'cloudroom-pg-'));
  const who = unprivileged(home);
  const data = join(home, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'cloudroom', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...who,
    cwd: '/',
    stdio: 'ignore',
  });
  const port = await freePort();
  const url = `postgres://cloudroom@127.0.0.1:${port}/postgres`;

  const start = async () => {
    const args = [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      home,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'shared_buffers=32MB',
    ];
    const server = spawn(join(bin, 'postgres'), args, { ...who, cwd: '/', stdio: 'ignore' });
    const gone = new Promise<void>((resolve) => server.on('exit', () => resolve()));
    while (!(await accepts(url))) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return { server, gone };
  };

  let running = await start();
  let databases = 0;
  const stop = async () => {
    running.server.kill('SIGINT');
    await running.gone;
  };
  return {
    url,
    /** The address of a new, empty database. */
    async database() {
      const name = `test${++databases}`;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return url.replace(/postgres$/, name);
    },
    /** The address of the database created last. */
    lastUrl: () => url.replace(/postgres$/, `test${databases}`),
    stopServer: stop,
    async startServer() {
      running = await start();
    },
    async stop() {
      await stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
