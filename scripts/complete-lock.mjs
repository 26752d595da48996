// npm leaves an optional platform package out of the lock when the registry in use does not serve it, and `npm ci` then
// refuses the lock ("Missing: … from lock file"). This adds missing packages by name and version; only systems that
// need such a package fetch it. `--check` only reports what is missing.
import { readFileSync, writeFileSync } from 'node:fs';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix'];
const processors = 'arm64 arm x64 ia32 ppc64 riscv64 s390x loong64 mips64el wasm32'.split(' ');
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** The key of the package that `from` would load as `name`, searched outwards as Node does. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const key = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[key]) return key;
    if (!folder) return null;
  }
}

/** The platform in a package's name: `@x/y-linux-arm64-musl` runs on Linux, arm64, musl. */
function platform(name) {
  const words = name.split(/[-/]/);
  const os = name === 'fsevents' ? 'darwin' : systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => /^g(nu|libc)/.test(word))
      ? 'glibc'
      : null;
  return { cpu: cpu && [cpu], libc: libc && [libc], os: os && [os] };
}

/** Every optional package that the lock requires and does not contain. */
function missing(packages) {
  return Object.entries(packages).flatMap(([from, holder]) =>
    Object.entries(holder.optionalDependencies ?? {}).flatMap(([name, range]) => {
      const found = resolve(packages, from, name);
      if (found && (!exact.test(range) || packages[found].version === range)) return [];
      const key = found === `node_modules/${name}` ? `${from}/node_modules/${name}` : `node_modules/${name}`;
      return [{ key, name, range, dev: holder.dev === true }];
    }),
  );
}

const check = process.argv.includes('--check');
const file = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const absent = missing(lock.packages);

if (check) {
  for (const { name, range } of absent) console.error(`${file} lacks ${name}@${range}`);
  if (absent.length > 0) console.error('Run `node scripts/complete-lock.mjs` and commit package-lock.json.');
  process.exit(absent.length > 0 ? 1 : 0);
}

for (const { key, name, range, dev } of absent) {
  const version = range.replace(/^\D+/, '');
  const { cpu, libc, os } = platform(name);
  // In npm's key order, so that its next run does not change the lock.
  const facts = { version, cpu, dev: dev || null, libc, optional: true, os };
  lock.packages[key] = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact));
}
const [root, ...others] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([root, ...others.sort(([a], [b]) => a.localeCompare(b, 'en'))]);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${absent.length} optional packages added to ${file}.`);
