// Installs the packages of a folder by its package-lock.json. Node built-ins only: it runs before there are packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs a program without showing its output; resolves to its exit code and output. */
export function run(args, { cwd, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(args[0], args.slice(1), {
      cwd,
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

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
const fits = (allowed, here) => !allowed || allowed.includes(here);
/** npm's own list of what is installed. */
const listOf = (folder) => join(folder, 'node_modules', '.package-lock.json');

/** Whether packages were installed before, of whatever version. */
export const hasPackages = (folder) => existsSync(listOf(folder));

/** Whether the packages of development are installed. */
export const hasDevelopment = (folder) =>
  existsSync(listOf(folder)) && Object.values(readPackages(listOf(folder))).some((p) => p.dev);

/** Whether node_modules matches package-lock.json, without regard to the kinds of packages in `omit`: dev, peer. */
export function isInstalled(folder, omit = []) {
  if (!existsSync(listOf(folder))) return false;
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const present = readPackages(listOf(folder));
  const foreign = Object.values(present).some((p) => !fits(p.os, process.platform) || !fits(p.cpu, process.arch));
  const absent = Object.entries(wanted).some(([path, p]) => {
    if (path === '' || p.optional || p.devOptional || omit.some((kind) => p[kind])) return false;
    return present[path]?.version !== p.version;
  });
  return !foreign && !absent;
}

/** How npm is run: by the npm that runs this script, where there is one. */
export const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];

/** Why an installation failed, in one line. */
function whyFailed(said) {
  const network = said.match(/^npm (?:error|ERR!) code (ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH)$/m)?.[1];
  if (network) {
    const place = said.match(/https?:\/\/[^\s/]+/)?.[0] ?? 'its address';
    return `The registry of packages at ${place} does not answer (${network}). Connect this machine, or name another: npm config set registry <address>`;
  }
  const reason = said.match(/^npm (?:error|ERR!) (?!code )(.+)$/m)?.[1] ?? said.trim().split('\n').at(-1);
  return `Installing the packages failed: ${reason} (run "npm ci" to see all of it)`;
}

/** Runs `npm ci` in a folder without the kinds of packages in `omit`. Null, or why it failed. */
export async function installPackages(folder, omit = []) {
  const kinds = omit.length > 0 ? omit.map((kind) => `--omit=${kind}`) : ['--include=dev'];
  const options = ['--loglevel=error', '--no-audit', '--no-fund', ...kinds];
  const { code, said } = await run([...npm, 'ci', ...options], { cwd: folder });
  return code === 0 ? null : whyFailed(said);
}
