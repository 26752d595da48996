// Preparation for `npm start`, `npm run dev` and `npm test` before packages are installed: Node built-ins only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...path) => join(root, ...path);

/** Exits with a one-line error message. */
export function fail(why) {
  console.error(why);
  process.exit(1);
}

/** Runs a program without showing its output; resolves to its exit code and output. */
export function run(args, { env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(args[0], args.slice(1), {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', (cause) => resolve({ code: 1, said: cause.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, said }));
  });
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Cloudroom needs Node 20.19 or newer; this is Node ${process.versions.node}. Get one at https://nodejs.org.`);
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const fits = (allowed, here) => !allowed || allowed.includes(here);

/** Whether node_modules matches package-lock.json, by npm's own list of installed packages. */
function isInstalled(needsDev) {
  const list = at('node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const wanted = readJson(at('package-lock.json')).packages;
  const present = readJson(list).packages;
  const foreign = Object.values(present).some((p) => !fits(p.os, process.platform) || !fits(p.cpu, process.arch));
  const absent = Object.entries(wanted).some(([path, p]) => {
    if (path === '' || p.optional || p.devOptional || (p.dev && !needsDev)) return false;
    return present[path]?.version !== p.version;
  });
  return !foreign && !absent;
}

const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];

/** Checks the Node version and runs `npm ci` if packages are missing or outdated. */
export async function install({ dev = false } = {}) {
  requireNode();
  if (isInstalled(dev)) return;
  console.log('Installing packages (once; about a minute)...');
  const { code, said } = await run([
    ...npm,
    'ci',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    ...(dev ? ['--include=dev'] : []),
  ]);
  if (code === 0) return;
  const network = said.match(/^npm (?:error|ERR!) code (ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH)$/m)?.[1];
  if (network) {
    const place = said.match(/https?:\/\/[^\s/]+/)?.[0] ?? 'its address';
    fail(
      `The registry of packages at ${place} does not answer (${network}). Connect this machine, or name another: npm config set registry <address>`,
    );
  }
  const reason = said.match(/^npm (?:error|ERR!) (?!code )(.+)$/m)?.[1] ?? said.trim().split('\n').at(-1);
  fail(`Installing the packages failed: ${reason} (run "npm ci" to see all of it)`);
}

/** The programs that are built to plain JavaScript, dist/server/<name>.js. */
export const programs = {
  main: 'server/main.ts',
  admin: 'server/admin/main.ts',
  backup: 'server/backup/main.ts',
  simulator: 'simulator/main.ts',
  compressAhead: 'server/http/compressAhead.ts',
  examine: 'server/files/examine.ts',
};

const workstation = [
  ...['src', 'contract', 'clinical', 'public', 'index.html', 'verify.html', 'vite.config.ts'],
  ...['scripts/recipes.ts', 'scripts/stylesheet.ts', 'scripts/leftOut.ts'],
];
const platform = [
  ...['server', 'simulator', 'contract', 'clinical'],
  ...['scripts/serverBuild.mjs', 'scripts/commandLine.mjs', 'scripts/variables.mjs'],
];

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const source of [...sources, 'package-lock.json'])
    for (const file of filesUnder(at(source))) hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** What is built from which sources. Where the sources are missing, as in a container, everything built is current. */
const products = {
  workstation: { folder: at('dist'), sources: workstation, from: 'src' },
  platform: { folder: at('dist', 'server'), sources: platform, from: 'server' },
};
const stampOf = (folder) => join(folder, '.built-from');

function isCurrent({ folder, sources, from }) {
  const stamp = stampOf(folder);
  if (!existsSync(stamp)) return false;
  return !existsSync(at(from)) || readFileSync(stamp, 'utf8') === fingerprint(sources);
}

/** Builds in another folder, which then replaces the product's as a whole. */
async function make({ folder, sources }, what, args, keep = []) {
  console.log(`Building the ${what}...`);
  const wanted = fingerprint(sources);
  const fresh = at('node_modules', '.cache', `${what}-${process.pid}`);
  const old = `${fresh}-old`;
  const { code, said } = await run([process.execPath, ...args(fresh)], { env: { NODE_ENV: 'production' } });
  if (code !== 0) fail(`Building the ${what} failed: ${firstError(said)} (run "${commands[what]}" to see all of it)`);
  for (const part of keep) if (existsSync(join(folder, part))) renameSync(join(folder, part), join(fresh, part));
  writeFileSync(stampOf(fresh), wanted);
  mkdirSync(dirname(folder), { recursive: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}

const commands = { workstation: 'npx vite build', platform: 'node scripts/serverBuild.mjs dist/server' };
const vite = at('node_modules', 'vite', 'bin', 'vite.js');
const viteBuild = (to) => [vite, 'build', '--outDir', to, '--emptyOutDir', '--logLevel', 'warn'];
const serverBuild = (to) => [at('scripts', 'serverBuild.mjs'), to];

/** Installs what is missing and builds in dist/ what does not match the current sources. */
export async function prepare({ only = ['workstation', 'platform'] } = {}) {
  const due = only.filter((name) => !isCurrent(products[name]));
  await install({ dev: due.length > 0 });
  if (due.includes('workstation')) await make(products.workstation, 'workstation', viteBuild, ['server']);
  if (due.includes('platform')) await make(products.platform, 'platform', serverBuild);
}

/** The arguments with which Node runs a built program. */
export const programArgs = (name, ...args) => [at('dist', 'server', `${name}.js`), ...args];

function firstError(said) {
  const lines = said.split('\n').map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '') ?? 'no reason given';
}
