import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';

const fileName = 'theme.js';
const source = new URL(`../public/${fileName}`, import.meta.url);

/** Writes the page's plain script minified, because Vite copies the folder `public` as it is. */
export const plainScripts: Plugin = {
  name: 'plain-scripts',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: minifySync(fileName, readFileSync(source, 'utf8')).code });
  },
};
