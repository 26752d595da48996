import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

const names = ['theme.js'];

/** Writes the plain scripts of `public` minified, because Vite copies that folder as it is. */
export const plainScripts: Plugin = {
  name: 'plain-scripts',
  apply: 'build',
  generateBundle() {
    for (const fileName of names) {
      const { code } = minifySync(fileName, readFileSync(join('public', fileName), 'utf8'));
      this.emitFile({ type: 'asset', fileName, source: code });
    }
  },
};
