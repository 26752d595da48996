import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leftOutPlugin } from './scripts/leftOut.ts';
import { recipesPlugin } from './scripts/recipes.ts';

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

/** Whether a module is one of `roots` or is imported by one of them, directly or indirectly. */
function under(roots: readonly string[], through = none) {
  const found = new Set<string>();
  return (id: string, modules: Modules): boolean => {
    for (const root of roots) addNeeded(fileURLToPath(new URL(root, import.meta.url)), modules, through, found);
    return found.has(id);
  };
}

const view = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\/|rolldown.runtime/;
const frame = [
  'src/screens/app/Shell.tsx',
  'src/screens/session/RequireRole.tsx',
  'src/screens/session/SessionNotices.tsx',
  'src/compose/app/person.ts',
  'src/compose/app/doctorServices.ts',
  'src/services/enumerations.ts',
  'contract/workCalls.ts',
];
const link = /node_modules\/((socket|engine)\.io|@socket\.io|tinykeys)/;

/**
 * Field imports an icon of the cloud room, sealed.ts runs before the code of the work is loaded, drafts of forms and tabs are on the
 * sign-in page as well as in panes and forms, which must not load the sign-in for them.
 */
const inMain = under([
  'src/main.tsx',
  'src/ui/Field.tsx',
  'src/ui/Tabs.tsx',
  'src/screens/forms/useFormDraft.ts',
  'src/services/sealed.ts',
]);
const inVerify = under(['src/verify/main.ts']);
const inEntrance = under(['src/screens/login/Login.tsx', 'src/services/logIn.ts']);
const inFrame = under(frame, link);
const inRoom = under(['src/screens/cloudRoom/CloudRoom.tsx'], /react-virtuoso/);
/** Modules that the sign-in page shares with the screens after sign-in belong to the start. */
const inStart: typeof inMain = (id, modules) =>
  inMain(id, modules) || (inEntrance(id, modules) && (inFrame(id, modules) || inRoom(id, modules)));

/** The default builds are unsuitable: react-router resolves to its development build, rxjs to one for old browsers. */
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

/** What several screens show of prescriptions and records, on the screen and on paper. */
const papers =
  /src\/screens\/(history\/OrderPage|prescription\/PrescriptionSheet|print\/(papers|OpenPaper|Sheet|usePrinting|PrintButton|SignaturePicture)|prescription\/(OpenRx|PrintedRx|RxVersions|VersionChanges|Signatures|regimenText|useClinicalWords|VerifyCode|RxState)|record\/(RecordText|PrintedRecord|Addenda))\b/;
/** What the lists and pages outside the cloud room share. */
const pages = /src\/(screens\/lists\/(filterFields|usePages|PagedTable)|ui\/(DataTable|table))\b/;

/** Small modules that screens share, each too small for a file of its own, and the calls of the screens outside the cloud room. */
const small =
  /clinical\/lifecycle\/|contract\/(catalogue|http\/account|extension\/(audit|alerts|patient|settings|sessions))\b|src\/(ui\/(unitText|relativeText|charts\/chartText)|screens\/(app\/(Page|links)|lists\/(Facts|useFilters|useListSelection)|forms\/(FormFoot|LeaveGuard)|hooks\/onNextFrame|prescription\/prescriptionState|record\/ownDiagnoses)|ui\/(Kbd|Notice|SelectField)|streams\/search)\b|node_modules\/rxjs\/|lucide-react\/dist\/esm\/icons\/(rotate-cw|image-plus|pencil|trash)\./;

/** What is known of a patient, in words, for panes, papers and reviews. */
const facts = /clinical\/facts\/|src\/(domain\/allergies|screens\/patientFacts\/factWords)\b/;

/** What every screen of reviewers needs. A group takes along what its modules import, so their screens stay outside. */
const reviews = /src\/(compose\/app\/reviewerServices|domain\/(queueView|queueIntensity|reviewQueue))\b/;

/** Modules that are shown together share a file, because a few medium files load faster than a hundred small ones. */
const groups = [
  // The public page of printed codes loads nothing else of the workstation.
  group('common', (id, modules) => inVerify(id, modules) && inMain(id, modules), 6),
  { name: 'view', test: view, priority: 5 },
  group('start', inStart, 4),
  group('entrance', inEntrance, 3),
  group('work', inFrame, 2),
  group('room', inRoom, 1),
  { name: 'facts', test: facts, priority: 0 },
  { name: 'small', test: small, priority: 0 },
  { name: 'papers', test: papers, priority: 0 },
  { name: 'pages', test: pages, priority: 0 },
  { name: 'reviews', test: reviews, priority: 0 },
];

export default defineConfig({
  plugins: [recipesPlugin, react(), leftOutPlugin],
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
    // The entry lists the names of all files, and a hash does not compress: seven characters are enough to tell versions apart.
    rolldownOptions: {
      input: ['index.html', 'verify.html'],
      output: {
        codeSplitting: { groups },
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
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
