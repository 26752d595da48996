import { mkdirSync, writeFileSync } from 'node:fs';
import { readCommandLine } from './commandLine.mjs';
import { machineDocs } from './machineDocs.ts';

readCommandLine({ usage: 'Writes the diagrams of the machines into docs/machines.\n\n  npm run docs' });
const folder = new URL('../docs/machines/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [file, text] of await machineDocs()) {
  writeFileSync(new URL(file, folder), text);
  console.log(`docs/machines/${file}`);
}
