// `npm run sbom`: writes sbom.json, the list of what an installation loads (CycloneDX), and checks it against package.json.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from './commandLine.mjs';
import { npm, run } from './packages.mjs';
import { fail, root } from './prepare.mjs';

const usage = `Writes the list of the packages of an installation (CycloneDX, by npm), and checks it against package.json.

  npm run sbom -- [file]

  file  where it is written (sbom.json)`;

const [file = 'sbom.json'] = readCommandLine({ usage, positionals: 1 }).positionals;
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/**
 * Writes package.json and the lock without what is for development. npm's own `--omit=dev` also omits packages that
 * both need, such as react.
 */
function writeProduct(folder) {
  const { devDependencies: _, ...product } = read('package.json');
  const lock = read('package-lock.json');
  const kept = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  const { devDependencies: __, ...first } = lock.packages[''];
  const packages = { '': first, ...Object.fromEntries(kept) };
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(product));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  return product;
}

// npm names the product after its folder.
const scratch = mkdtempSync(join(tmpdir(), 'sbom-'));
const folder = join(scratch, 'cloudroom');
const { dependencies, peerDependencies } = writeProduct(folder);
// From the lock alone, so that the list is the same on every machine, however its packages were installed.
const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error'];
const { code, said } = await run([...npm, 'sbom', ...options], { cwd: folder });
rmSync(scratch, { recursive: true });
if (code !== 0) fail(`The list of packages cannot be made: ${said.trim().split('\n')[0]}`);

const { bomFormat, components = [] } = JSON.parse(said);
const listed = new Set(components.map(({ name }) => name));
const missing = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !listed.has(name));
if (bomFormat !== 'CycloneDX' || missing.length > 0) fail(`The list lacks ${missing.join(', ') || 'its format'}`);
writeFileSync(file, said);
console.log(`${file}: ${listed.size} packages`);
