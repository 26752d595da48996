// Preparation for `npm start`, `npm run dev` and `npm test` before packages are installed: Node built-ins only.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { hasDevelopment, hasPackages, installPackages, isInstalled, run } from './packages.mjs';

/** The folder of package.json. */
export const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...path) => join(root, ...path);

/** Exits with a one-line error message. */
export function fail(why) {
  console.error(why);
  process.exit(1);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Cloudroom needs Node 20.19 or newer; this is Node ${process.versions.node}. Get one at https://nodejs.org.`);
}

/** The variables with which a platform uses packages that are otherwise left out: those of files in S3 and of traces. */
const withPeers = ['S3_URL', 'S3_URL_FILE', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

/** Asks before packages that are there are replaced; without a terminal the command ends and says what to run. */
async function askToReplace() {
  const what = 'The installed packages are not those of package-lock.json.';
  if (!process.stdin.isTTY) fail(`${what} Run "npm ci", then this command again.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${what} Install those now (npm ci)? [y/N] `);
  terminal.close();
  if (!/^y/i.test(answer)) fail('Nothing was installed.');
}

/**
 * Checks the Node version and runs `npm ci` if packages are missing or outdated. With `asks`, packages that are there are
 * replaced only after a question.
 */
export async function install({ dev = false, asks = false } = {}) {
  requireNode();
  const isComplete = dev || hasDevelopment(root);
  const needsPeers = isComplete || withPeers.some((name) => process.env[name]);
  const omit = [...(isComplete ? [] : ['dev']), ...(needsPeers ? [] : ['peer'])];
  if (isInstalled(root, dev ? [] : ['dev', ...(needsPeers ? [] : ['peer'])])) return;
  if (asks && hasPackages(root)) await askToReplace();
  console.log('Installing packages (once; about a minute)...');
  const why = await installPackages(root, omit);
  if (why !== null) fail(why);
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
  ...['scripts/recipes.ts', 'scripts/stylesheet.ts'],
];
/** The same with the workbench of developers, whose stage plays the machines in the worlds of the tests. */
const demonstration = [
  ...workstation,
  'workbench',
  'workbench.html',
  'stage.html',
  'tests/support',
  'scripts/mermaid.ts',
  'docs/machines',
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
  demonstration: { folder: at('dist-demonstration'), sources: demonstration, from: 'src' },
  platform: { folder: at('dist', 'server'), sources: platform, from: 'server' },
};
const stampOf = (folder) => join(folder, '.built-from');

function isCurrent({ folder, sources, from }) {
  const stamp = stampOf(folder);
  if (!existsSync(stamp)) return false;
  return !existsSync(at(from)) || readFileSync(stamp, 'utf8') === fingerprint(sources);
}

/** Builds in another folder, which then replaces the product's as a whole. Null, or why it failed, in one line. */
async function make({ folder, sources }, what, args, keep = []) {
  console.log(`Building the ${what}...`);
  const wanted = fingerprint(sources);
  const fresh = at('node_modules', '.cache', `${what}-${process.pid}`);
  const old = `${fresh}-old`;
  const { code, said } = await run([process.execPath, ...args(fresh)], { cwd: root, env: { NODE_ENV: 'production' } });
  if (code !== 0) return `Building the ${what} failed: ${firstError(said)} (run "${commands[what]}" to see all of it)`;
  for (const part of keep) if (existsSync(join(folder, part))) renameSync(join(folder, part), join(fresh, part));
  writeFileSync(stampOf(fresh), wanted);
  mkdirSync(dirname(folder), { recursive: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
  return null;
}

const commands = {
  workstation: 'npx vite build',
  demonstration: 'npx vite build --mode demonstration --outDir dist-demonstration',
  platform: 'node scripts/serverBuild.mjs dist/server',
};
const vite = at('node_modules', 'vite', 'bin', 'vite.js');
const viteBuild = (to) => [vite, 'build', '--outDir', to, '--emptyOutDir', '--logLevel', 'warn'];
const demonstrationBuild = (to) => [...viteBuild(to), '--mode', 'demonstration'];
const serverBuild = (to) => [at('scripts', 'serverBuild.mjs'), to];

/** The workstation that is served; a demonstration has its own, but for an installation without sources. */
export const clientFor = ({ demo }) => (demo && existsSync(at('src')) ? 'demonstration' : 'workstation');

/** Installs what is missing and builds in dist/ what does not match the current sources. */
export async function prepare({ only = ['workstation', 'platform'] } = {}) {
  const due = only.filter((name) => !isCurrent(products[name]));
  // The workbench draws with packages of development.
  await install({ dev: due.includes('demonstration') });
  const failures = await Promise.all([
    due.includes('workstation') ? make(products.workstation, 'workstation', viteBuild, ['server']) : null,
    due.includes('demonstration') ? make(products.demonstration, 'demonstration', demonstrationBuild) : null,
    due.includes('platform') ? make(products.platform, 'platform', serverBuild) : null,
  ]);
  const why = failures.find((failure) => failure !== null);
  if (why) fail(why);
}

/** The arguments with which Node runs a built program. */
export const programArgs = (name, ...args) => [at('dist', 'server', `${name}.js`), ...args];

function firstError(said) {
  const lines = said.split('\n').map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '') ?? 'no reason given';
}
