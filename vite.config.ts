import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const platform = `http://127.0.0.1:${process.env['PLATFORM_PORT'] ?? 8080}`;

type Modules = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

/** Adds the product's own modules that this one needs before it can run. */
function addNeeded(id: string, modules: Modules, found: Set<string>): Set<string> {
  if (found.has(id) || id.includes('node_modules')) return found;
  found.add(id);
  for (const one of modules.getModuleInfo(id)?.importedIds ?? []) addNeeded(one, modules, found);
  return found;
}

/** Everything that stands under these modules, in one file: what is shown together is fetched together. */
function together(name: string, roots: readonly string[], libraries = /^$/) {
  const own = new Set<string>();
  return (id: string, modules: Modules): string | null => {
    for (const root of roots) addNeeded(fileURLToPath(new URL(root, import.meta.url)), modules, own);
    return own.has(id) || libraries.test(id) ? name : null;
  };
}

const view = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\/|rolldown\/runtime/;

/** A first view asks for a few files of middle size, not for a hundred small ones: see "First load" in bench/RESULTS.md. */
const groups = [
  { name: 'view', test: view, priority: 5 },
  { name: 'libraries', test: /node_modules/, tags: ['$initial' as const], priority: 4 },
  { name: together('start', ['src/main.tsx', 'src/screens/login/Login.tsx']), priority: 3 },
  {
    name: together('work', ['src/screens/Shell.tsx', 'src/compose/personal.ts'], /(socket|engine)\.io|tinykeys/),
    priority: 2,
  },
  { name: together('room', ['src/screens/cloudRoom/CloudRoom.tsx'], /react-virtuoso/), priority: 1 },
];

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: {
      '/api': platform,
      '/files': platform,
      '/config.json': platform,
      '/infra/im': { target: platform, ws: true },
    },
  },
});
