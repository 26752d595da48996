import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');
const script = join(root, 'scripts', 'looks.ts');
/** Source files of the stylesheets. */
const sources = /\/(scripts\/(looks|stylesheet)|src\/ui\/(\w*Looks|looks|scales|semantic|system|wholeSystem))\.ts$/;

const run = promisify(execFile);
const writeStylesheets = () => run(process.execPath, ['--import', 'tsx', script], { cwd: root });

/** Writes src/ui/base.css and looks.css before each build, and in development when a source changes. */
export const looksPlugin: Plugin = {
  name: 'looks',
  buildStart: async () => {
    await writeStylesheets();
  },
  configureServer({ watcher, config }) {
    watcher.on('change', (file) => {
      if (!sources.test(file)) return;
      writeStylesheets().catch((cause: Error) =>
        config.logger.error(`The stylesheets were not written: ${cause.message}`),
      );
    });
  },
};
