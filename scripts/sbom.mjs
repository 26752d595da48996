// `npm run sbom`: writes sbom.json, the list of what runs in production (CycloneDX), and checks it against the lock.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readCommandLine } from './commandLine.mjs';

const usage = `Writes the list of the packages that run in production (CycloneDX), and checks it against the lock.

  npm run sbom -- [file]

  file  where it is written (sbom.json)`;

const [file = 'sbom.json'] = readCommandLine({ usage, positionals: 1 }).positionals;
const tool = 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js';
// From the lock alone, so that the list is the same on every machine, however its packages were installed.
const options = ['--omit', 'dev', '--package-lock-only', '--output-reproducible', '--validate', '--output-file', file];
const made = spawnSync(process.execPath, [tool, ...options], { stdio: ['ignore', 'inherit', 'inherit'] });
if (made.status !== 0) process.exit(made.status ?? 1);

const { bomFormat, components = [] } = JSON.parse(readFileSync(file, 'utf8'));
const listed = new Set();
const list = (all) => {
  for (const { group, name, components: inside = [] } of all) {
    listed.add(group ? `${group}/${name}` : name);
    list(inside);
  }
};
list(components);
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const missing = Object.keys(dependencies).filter((name) => !listed.has(name));
if (bomFormat !== 'CycloneDX' || missing.length > 0) {
  console.error(`${file} lacks ${missing.join(', ') || 'its format'}`);
  process.exit(1);
}
console.log(`${file}: ${listed.size} packages`);
