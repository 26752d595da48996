import { mkdirSync, writeFileSync } from 'node:fs';
import { machineDocs } from './machineDocs.ts';

const folder = new URL('../docs/machines/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [file, text] of await machineDocs()) {
  writeFileSync(new URL(file, folder), text);
  console.log(`docs/machines/${file}`);
}
