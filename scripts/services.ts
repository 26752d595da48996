import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';

const isRoot = process.getuid?.() === 0;
const debian = '/usr/lib/postgresql';

function find(name: string): string | null {
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const folders = [...versions.toReversed(), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Finds a program, or installs its Debian package where this is allowed; otherwise says what to do in one line. */
function findOrInstall(name: string, pack: string): string {
  const known = find(name);
  if (known !== null) return known;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${pack} with apt-get`);
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update'], options);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', pack], options);
  }
  const installed = find(name);
  if (installed === null)
    throw new Error(`${name} is not installed. Install ${pack}, or set DATABASE_URL and REDIS_URL.`);
  return installed;
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

type Who = { uid?: number; gid?: number };
export type Service = { url: string; stop(): Promise<void> };

/** A server that ends when this process does, however it ends: a shell waits for the pipe to close. */
async function startServer(args: string[], port: number, signal: string, who: Who = {}): Promise<() => Promise<void>> {
  const script = `"$@" & child=$!; cat > /dev/null; kill -${signal} $child; wait $child`;
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...args], {
    ...who,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return () => {
    child.stdin?.end();
    return gone;
  };
}

/** PostgreSQL refuses to run as root, so root starts it as the package's user. */
function databaseUser(folder: string): Who {
  if (!isRoot) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const who = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(folder, who.uid, who.gid);
  chmodSync(folder, 0o700);
  return who;
}

function createDatabase(initdb: string, data: string, who: Who): void {
  const args = ['-D', data, '-U', 'cloudroom', '-A', 'trust', '-E', 'UTF8'];
  const { status, stderr } = spawnSync(initdb, args, { ...who, cwd: '/', encoding: 'utf8' });
  if (status !== 0) throw new Error(`PostgreSQL cannot keep its data in ${data}: ${stderr?.trim().split('\n').at(-1)}`);
}

/** PostgreSQL with its data under `folder`, created at the first start. */
export async function startPostgres(folder: string): Promise<Service> {
  const bin = (name: string) => findOrInstall(name, 'postgresql');
  const [server, initdb] = [bin('postgres'), bin('initdb')];
  const home = join(folder, 'postgres');
  mkdirSync(home, { recursive: true });
  const who = databaseUser(home);
  const data = join(home, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) createDatabase(initdb, data, who);
  const port = await freePort();
  const args = [server, '-D', data, '-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1'];
  const stop = await startServer(args, port, 'INT', who);
  return { url: `postgres://cloudroom@127.0.0.1:${port}/postgres`, stop };
}

/** Redis without a file: what it carries is also in the database. */
export async function startRedis(): Promise<Service> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const stop = await startServer([findOrInstall('redis-server', 'redis-server'), ...args], port, 'TERM');
  return { url: `redis://127.0.0.1:${port}`, stop };
}
