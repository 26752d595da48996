import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

type Component = { name: string; version: string };

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('the list of packages has every direct dependency in the lock’s version and none of development', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sbom.json');
  await promisify(execFile)(process.execPath, ['scripts/sbom.mjs', file], { maxBuffer: 1 << 26 });

  const { bomFormat, specVersion, metadata, components } = read(file);
  expect({ bomFormat, specVersion, product: metadata.component.name }).toEqual({
    bomFormat: 'CycloneDX',
    specVersion: expect.stringMatching(/^1\.\d$/),
    product: 'cloudroom',
  });
  const all = (components as Component[]).map(({ name, version }) => `${name}@${version}`);
  const { dependencies, peerDependencies, devDependencies } = read('package.json');
  const { packages } = read('package-lock.json');
  const inLock = (of: object) => Object.keys(of).map((name) => `${name}@${packages[`node_modules/${name}`].version}`);
  expect(all).toEqual(expect.arrayContaining(inLock({ ...dependencies, ...peerDependencies })));
  expect(all.filter((one) => one.startsWith('vitest@') || one.startsWith('@biomejs/biome@'))).toEqual([]);
  expect(inLock(devDependencies)).toContainEqual(expect.stringMatching(/^vitest@/));
});
