import { mkdirSync, writeFileSync } from 'node:fs';
import { startVitest } from 'vitest/node';
import { readCommandLine } from './commandLine.mjs';
import { coverageFile, coverageIn, coveragePage } from './machineCoverage.ts';
import { machineDocs } from './machineDocs.ts';

readCommandLine({
  usage: 'Writes the diagrams of the machines and what tests take of them into docs/machines.\n\n  npm run docs',
});
const folder = new URL('../docs/machines/', import.meta.url);
mkdirSync(folder, { recursive: true });

function write(file: string, text: string): void {
  writeFileSync(new URL(file, folder), text);
  console.log(`docs/machines/${file}`);
}

for (const [file, text] of await machineDocs()) write(file, text);

const run = await startVitest('test', ['tests/machines/'], { project: 'node', watch: false, reporters: [{}] });
await run.close();
const coverage = coverageIn(run.state.getTestModules());
if (coverage === null) throw new Error('Not every test of tests/machines passed, so nothing was counted.');
write('README.md', coveragePage(coverage));
write('coverage.json', coverageFile(coverage));
