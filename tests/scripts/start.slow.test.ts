import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** A small product with our scripts and stand-ins for Vite and esbuild, so that a start needs no network and no minute. */
const product: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'small',
    version: '1.0.0',
    type: 'module',
    scripts: { start: 'node scripts/start.mjs' },
    dependencies: {
      database: 'file:vendor/database-1.0.0.tgz',
      esbuild: 'file:vendor/esbuild-1.0.0.tgz',
      vite: 'file:vendor/vite-1.0.0.tgz',
    },
    peerDependencies: { bucket: 'file:vendor/bucket-1.0.0.tgz' },
    devDependencies: { linter: 'file:vendor/linter-1.0.0.tgz' },
  }),
  'vendor/database/package.json': JSON.stringify({ name: 'database', version: '1.0.0' }),
  'vendor/bucket/package.json': JSON.stringify({ name: 'bucket', version: '1.0.0' }),
  'vendor/linter/package.json': JSON.stringify({ name: 'linter', version: '1.0.0' }),
  'vendor/esbuild/package.json': JSON.stringify({
    name: 'esbuild',
    version: '1.0.0',
    type: 'module',
    exports: './build.mjs',
  }),
  'vendor/esbuild/build.mjs': `
    import { cpSync } from 'node:fs';
    export const build = async ({ outdir, entryPoints }) => cpSync(entryPoints.main, outdir + '/main.js');`,
  'vendor/vite/package.json': JSON.stringify({ name: 'vite', version: '1.0.0', type: 'module' }),
  'vendor/vite/bin/vite.js': `
    import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
    const folder = process.argv[process.argv.indexOf('--outDir') + 1];
    const source = readFileSync('src/main.tsx', 'utf8');
    while (source.includes('slow') && !existsSync('go')) await new Promise((next) => setTimeout(next, 20));
    if (source.includes('mistake')) { console.error('error: a mistake in src/main.tsx'); process.exit(1); }
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + '/index.html', source);`,
  'src/main.tsx': 'first',
  'server/list.txt': 'read at run time',
  'server/main.ts': `
    const timer = setInterval(() => {}, 1000);
    let asked = 0;
    process.on('SIGTERM', () => { asked += 1; setTimeout(() => { console.log('asked', asked); process.exit(7); }, 100); });
    console.log('serving with', process.argv.slice(2).join(' '));`,
};

async function smallProduct() {
  const root = await mkdtemp(join(tmpdir(), 'small-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, text] of Object.entries(product)) await write(path, text);
  await cp('scripts', join(root, 'scripts'), { recursive: true });
  const packages = ['bucket', 'database', 'esbuild', 'linter', 'vite'].map((name) => `./vendor/${name}`);
  execFileSync('npm', ['pack', ...packages, '--pack-destination', 'vendor'], { cwd: root, stdio: 'pipe' });
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root, stdio: 'pipe' });
  return { root, write };
}

/** Starts the product and resolves once it serves, or has ended without. */
async function start(root: string, { args = [] as string[], nodeArgs = [] as string[], env = {} } = {}) {
  const child = spawn(process.execPath, [...nodeArgs, join(root, 'scripts/start.mjs'), ...args], {
    cwd: tmpdir(),
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const over = once(child, 'close').then(([code]) => code as number);
  const serving = new Promise<void>((resolve) => {
    const listen = (chunk: Buffer) => {
      said += chunk;
      if (said.includes('serving with')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
  });
  await Promise.race([serving, over]);
  return { child, over, said: () => said.trim().split('\n') };
}

async function stopped({ child, over }: { child: ChildProcess; over: Promise<number> }) {
  child.kill('SIGTERM');
  child.kill('SIGTERM');
  return over;
}

test('a first start installs, builds and serves, a second only serves; changed sources are built again', async () => {
  const { root, write } = await smallProduct();
  const first = await start(root);
  expect(first.said()).toEqual([
    'Installing packages (once; about a minute)...',
    'Building the workstation...',
    'Building the platform...',
    'serving with --with-patients',
  ]);
  expect(await stopped(first)).toBe(7);
  expect(first.said().at(-1)).toBe('asked 1');

  const second = await start(root);
  expect(second.said()).toEqual(['serving with --with-patients']);
  await stopped(second);

  await write('src/main.tsx', 'second');
  const third = await start(root);
  expect(third.said()).toEqual(['Building the workstation...', 'serving with --with-patients']);
  await stopped(third);
  expect(await readFile(join(root, 'dist/index.html'), 'utf8')).toBe('second');

  await write('server/list.txt', 'changed');
  const fourth = await start(root);
  expect(fourth.said()).toEqual(['Building the platform...', 'serving with --with-patients']);
  await stopped(fourth);
  expect(await readFile(join(root, 'dist/server/list.txt'), 'utf8')).toBe('changed');
});

test('what is installed is put right when the lock asks for something else', async () => {
  const { root } = await smallProduct();
  await stopped(await start(root));
  const lock = JSON.parse(await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8'));
  lock.packages['node_modules/database'].version = '0.9.0';
  await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify(lock));
  const again = await start(root);
  expect(again.said()[0]).toBe('Installing packages (once; about a minute)...');
  await stopped(again);
});

test('a start installs no packages of development, and those of S3 and traces where they are configured', async () => {
  const { root } = await smallProduct();
  const installed = () => readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.'));
  await stopped(await start(root));
  expect(installed()).toEqual(['database', 'esbuild', 'vite']);

  const env = { S3_URL: 'https://key:secret@localhost/bucket' };
  const second = await start(root, { env });
  expect(second.said()[0]).toBe('Installing packages (once; about a minute)...');
  await stopped(second);
  expect(installed()).toEqual(['bucket', 'database', 'esbuild', 'vite']);
});

test('a demonstration has a build of its own, made with packages of development, and the workbench', async () => {
  const { root } = await smallProduct();
  await stopped(await start(root));
  const demonstration = await start(root, { args: ['--demo'] });
  expect(demonstration.said()).toEqual([
    'Installing packages (once; about a minute)...',
    'Building the demonstration...',
    'serving with --with-patients --workbench --demo',
  ]);
  await stopped(demonstration);
  expect(readdirSync(join(root, 'node_modules'))).toContain('linter');
  expect(readdirSync(join(root, 'dist-demonstration'))).toContain('index.html');

  const plain = await start(root);
  expect(plain.said()).toEqual(['serving with --with-patients']);
  await stopped(plain);
});

test('a start with a changed lock keeps the packages of development that are there', async () => {
  const { root } = await smallProduct();
  execFileSync('npm', ['ci'], { cwd: root, stdio: 'pipe' });
  await rm(join(root, 'node_modules/database'), { recursive: true });
  const list = join(root, 'node_modules/.package-lock.json');
  const { 'node_modules/database': _, ...packages } = JSON.parse(await readFile(list, 'utf8')).packages;
  await writeFile(list, JSON.stringify({ packages }));
  await stopped(await start(root));
  expect(readdirSync(join(root, 'node_modules'))).toEqual(expect.arrayContaining(['database', 'linter']));
});

test('what is built starts without its sources and without the packages that build it', async () => {
  const { root } = await smallProduct();
  await stopped(await start(root));
  for (const folder of ['node_modules', 'src', 'server']) await rm(join(root, folder), { recursive: true });
  execFileSync('npm', ['ci', '--omit=dev'], { cwd: root, stdio: 'pipe' });
  const again = await start(root);
  expect(again.said()).toEqual(['serving with --with-patients']);
  await stopped(again);
});

test('a program that asks for it is started again, and only then', async () => {
  const { root, write } = await smallProduct();
  const asking = `import { existsSync, writeFileSync } from 'node:fs';
    if (!existsSync('again')) { writeFileSync('again', ''); process.exit(75); }`;
  await write('server/main.ts', `${asking}\n${product['server/main.ts']}`);
  const started = await start(root);
  expect(await stopped(started)).toBe(7);
});

test('an npm that is killed while the workstation is built leaves no platform behind', async () => {
  const { root, write } = await smallProduct();
  await write('src/main.tsx', 'slow');
  const npm = spawn('npm', ['start'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void npm.kill('SIGKILL'));
  let said = '';
  npm.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  // The launcher holds the other end of npm's output until it exits.
  const launcherEnded = once(npm.stdout, 'close');
  await expect.poll(() => said, { timeout: 60_000 }).toContain('Building the workstation...');
  npm.kill('SIGKILL');
  await once(npm, 'exit');
  await write('go', '');
  await launcherEnded;
  expect(said).toContain('Building the platform...');
  expect(said).not.toContain('serving');
}, 120_000);

test('a client that cannot be built is one line and a failed start', async () => {
  const { root, write } = await smallProduct();
  await write('src/main.tsx', 'mistake');
  const failed = await start(root);
  expect(failed.said().at(-1)).toBe(
    'Building the workstation failed: error: a mistake in src/main.tsx (run "npx vite build" to see all of it)',
  );
  expect(await failed.over).toBe(1);
});

test('a lock that npm refuses is one line and a failed start', async () => {
  const { root, write } = await smallProduct();
  await write(
    'package.json',
    (product['package.json'] ?? '').replace('"vite"', '"other":"file:vendor/vite-1.0.0.tgz","vite"'),
  );
  const failed = await start(root);
  expect(failed.said()).toHaveLength(2);
  expect(failed.said().at(-1)).toMatch(/^Installing the packages failed: .*npm ci/);
  expect(await failed.over).toBe(1);
});

test('a registry that does not answer is named in one line, and the start fails', async () => {
  const { root, write } = await smallProduct();
  const locked = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  locked.packages[''].dependencies.remote = '1.0.0';
  locked.packages['node_modules/remote'] = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
  await write('package-lock.json', JSON.stringify(locked));
  const manifest = JSON.parse(product['package.json'] ?? '{}');
  await write('package.json', JSON.stringify({ ...manifest, dependencies: locked.packages[''].dependencies }));
  const env = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
  const failed = await start(root, { env });
  expect(failed.said()).toEqual([
    'Installing packages (once; about a minute)...',
    expect.stringMatching(
      /^The registry of packages at http:\/\/127\.0\.0\.1:9 does not answer \(ECONNREFUSED\)\. .*npm config set registry/,
    ),
  ]);
  expect(await failed.over).toBe(1);
});

test('an old Node is refused in one line', async () => {
  const { root } = await smallProduct();
  const pretend = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.18.3"}})';
  const failed = await start(root, { nodeArgs: ['--import', `data:text/javascript,${pretend}`] });
  expect(failed.said()).toEqual([
    'Cloudroom needs Node 20.19 or newer; this is Node 20.18.3. Get one at https://nodejs.org.',
  ]);
  expect(await failed.over).toBe(1);
});
