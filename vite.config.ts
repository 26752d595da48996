import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { looksPlugin } from './scripts/looksPlugin.ts';

const platform = `http://127.0.0.1:${process.env.PLATFORM_PORT ?? 8080}`;

type Modules = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

/** Adds the modules that this one needs before it can run; of the libraries only what `through` lets pass. */
function addNeeded(id: string, modules: Modules, through: RegExp, found: Set<string>): Set<string> {
  if (found.has(id) || (id.includes('node_modules') && !through.test(id))) return found;
  found.add(id);
  for (const one of modules.getModuleInfo(id)?.importedIds ?? []) addNeeded(one, modules, through, found);
  return found;
}

const none = /^$/;

/** Everything that stands under these modules, told by id. */
function under(roots: readonly string[], through = none) {
  const found = new Set<string>();
  return (id: string, modules: Modules): boolean => {
    for (const root of roots) addNeeded(fileURLToPath(new URL(root, import.meta.url)), modules, through, found);
    return found.has(id);
  };
}

const view = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\/|rolldown.runtime/;
const frame = [
  'src/screens/Shell.tsx',
  'src/screens/session/SessionNotices.tsx',
  'src/compose/app/person.ts',
  'src/compose/app/work.ts',
  'src/services/enumerations.ts',
  'contract/catalogue.ts',
];
const link = /node_modules\/((socket|engine)\.io|@socket\.io|tinykeys)/;

/** Field brings an icon of the cloud room; what seals is used before the work is loaded. */
const inMain = under(['src/main.tsx', 'src/ui/Field.tsx', 'src/services/sealed.ts']);
const inEntrance = under(['src/screens/login/Login.tsx', 'src/services/logIn.ts']);
const inFrame = under(frame, link);
const inRoom = under(['src/screens/cloudRoom/CloudRoom.tsx'], /react-virtuoso/);
/** What the sign-in shares with the screens behind it comes with the start. */
const inStart: typeof inMain = (id, modules) =>
  inMain(id, modules) || (inEntrance(id, modules) && (inFrame(id, modules) || inRoom(id, modules)));

/**
 * Ways to travel that this product never takes: requests go by XMLHttpRequest, which tells how far an upload is, and the
 * link is a WebSocket or none (services/imSocket.ts).
 */
const engine = 'engine.io-client/build/esm';
const untaken: Readonly<Record<string, { readonly by: string; readonly instead: string }>> = {
  './fetch.js': { by: 'axios/lib/adapters/adapters.js', instead: 'export const getFetch = () => null;' },
  './polling-xhr.node.js': { by: `${engine}/transports/index.js`, instead: 'export class XHR {}' },
  './webtransport.js': { by: `${engine}/transports/index.js`, instead: 'export class WT {}' },
  './transports/polling-xhr.node.js': { by: `${engine}/index.js`, instead: 'export class XHR {}' },
  './transports/polling-xhr.js': { by: `${engine}/index.js`, instead: 'export class XHR {}' },
};
/**
 * What libraries have for uses that this product has none of. It passes axios whole addresses, JSON and FormData; rxjs is
 * given no asynchronous iterables; React has had useSyncExternalStore since version 18.
 */
const unused: Readonly<Record<string, string>> = {
  'axios/lib/helpers/AxiosURLSearchParams.js': 'export default class {}',
  'axios/lib/helpers/HttpStatusCode.js': 'export default {};',
  'axios/lib/helpers/buildURL.js': 'export default (url) => url;',
  'axios/lib/helpers/cookies.js': 'export default { read: () => null, readAsync: async () => null };',
  'axios/lib/helpers/formDataToJSON.js': 'export default () => null;',
  'axios/lib/helpers/toFormData.js': 'export default () => null;',
  'axios/lib/helpers/toURLEncodedForm.js': 'export default () => null;',
  'axios/lib/helpers/validator.js':
    'export default { assertOptions() {}, validators: { transitional() {}, spelling() {} } };',
  'rxjs/dist/esm/internal/util/isAsyncIterable.js': 'export const isAsyncIterable = () => false;',
  'rxjs/dist/esm/internal/util/isReadableStreamLike.js':
    'export const isReadableStreamLike = () => false; export const readableStreamLikeToAsyncGenerator = (it) => it;',
  'tslib/tslib.es6.mjs': 'export const __asyncValues = null; export const __awaiter = null;',
  'use-sync-external-store/shim/index.js':
    "module.exports = { useSyncExternalStore: require('react').useSyncExternalStore };",
};
const unusedAt = Object.keys(unused);
const withoutUntaken: Plugin = {
  name: 'without-untaken-ways',
  enforce: 'pre',
  resolveId: (source, importer) => {
    const by = untaken[source]?.by;
    return by !== undefined && importer?.endsWith(by) ? `\0untaken:${source}` : null;
  },
  load: (id) => {
    if (id.startsWith('\0untaken:')) return untaken[id.slice('\0untaken:'.length)]?.instead ?? null;
    return unused[unusedAt.find((end) => id.endsWith(end)) ?? ''] ?? null;
  },
};

/** Packages whose usual build is another one than today's browsers want: react-router's for development, rxjs' of 2014. */
const builds = {
  'react-router': 'react-router/dist/production/index.mjs',
  'react-router/dom': 'react-router/dist/production/dom-export.mjs',
  rxjs: 'rxjs/dist/esm/index.js',
};
const alias = Object.entries(builds).map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(`node_modules/${file}`, import.meta.url)),
}));

const group = (name: string, holds: (id: string, modules: Modules) => boolean, priority: number) => ({
  debugName: name,
  name: (id: string, modules: Modules) => (holds(id, modules) ? name : null),
  priority,
});

/**
 * A first view asks for a few files of middle size, not for a hundred small ones (bench/RESULTS.md, "First load"): what is
 * shown together travels together.
 */
const groups = [
  { name: 'view', test: view, priority: 5 },
  group('start', inStart, 4),
  group('entrance', inEntrance, 3),
  group('work', inFrame, 2),
  group('room', inRoom, 1),
];

export default defineConfig({
  plugins: [looksPlugin, react(), withoutUntaken],
  resolve: { alias },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A dynamic import runs in a page that has loaded these already.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/\/(start|view|rolldown-runtime)-/.test(file)),
    },
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
