// Builds the platform's programs to plain JavaScript in dist/server. It runs as a process of its own, because esbuild is
// installed later than scripts/prepare.mjs is loaded.
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { programs, root } from './prepare.mjs';

const server = join(root, 'server');

/**
 * A source finds the files beside it by `import.meta.dirname` or `import.meta.url`. Its code moves to the top of the build
 * and those files keep their places, so both are pointed at the source's place there.
 */
const placesOfSources = {
  name: 'places of sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const place = relative(server, dirname(path));
      const typed = /new URL\(\s*['"]\.[^'"]*\.ts['"],\s*import\.meta\.url/.exec(text);
      if (typed) return { errors: [{ text: `${path}: ${typed[0]} starts TypeScript, which the build does not have` }] };
      const contents = text
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(place && `/${place}`)})`)
        .replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(`./${place && `${place}/`}-`)}, import.meta.url).href`,
        );
      return { contents, loader: 'ts' };
    });
  },
};

/** Whether the running platform reads this file: migrations, tables, lists and the scripts of threads. */
const isRead = (path) => !/\.(ts|mts)$|_snapshot\.json$/.test(basename(path));

const [outdir] = process.argv.slice(2);
await build({
  absWorkingDir: root,
  entryPoints: programs,
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'error',
  plugins: [placesOfSources],
});
for (const file of readdirSync(server, { recursive: true, encoding: 'utf8' }))
  if (isRead(file) && statSync(join(server, file)).isFile()) cpSync(join(server, file), join(outdir, file));
