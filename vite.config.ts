import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { plainScripts } from './scripts/plainScripts.ts';
import { recipesPlugin } from './scripts/recipes.ts';

const platform = `http://127.0.0.1:${process.env.PLATFORM_PORT ?? 8080}`;

/** React-router has no condition for its production build, which leaves out its warnings. */
const inProduction = (path: string, file: string) => ({
  find: new RegExp(`^react-router${path}$`),
  replacement: fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}.mjs`, import.meta.url)),
});

/** What the sign-in page shares with the room belongs to the start, so that neither loads the other. */
const start =
  /\/src\/(main|ahead|ui\/(Field|TextField|ChoiceSwitch)|screens\/(layout\/Brand|hooks\/use(LanguageChange|Pending)))\.tsx?$/;

/** Parts that several screens share, by folder; `Layer` and `Combobox` bring Chakra. */
const shared = { minShareCount: 2 };
const lists =
  /lucide-react|\/src\/(screens\/(app|forms|hooks|layout|lists)\/(?!use\w+Form\.)|screens\/prescription\/prescriptionState|ui\/(?!\w*(Layer|Combobox))[A-Z])\w*\.tsx?$/;
const widgets = /node_modules\/@(chakra-ui|ark-ui|zag-js|emotion|floating-ui)\/|\/ui\/(ChakraLayer|Combobox)\.tsx$/;

/** Words of allergies that only open records and papers read. */
const allergyWords = /\/clinical\/(allergies\/(allergyDenial|denialWords|allergyText)|facts\/recordAllergies)\.ts$/;
/** What lists, panes and papers say of a patient's facts and of prescriptions. */
const rules =
  /\/clinical\/(?!allergies\/(allergyDenial|denialWords|allergyText)|facts\/recordAllergies)|\/src\/\w+\/(\w+\/(useFactSummary|useClinicalWords)|pinyin)\.ts$/;

/** A group takes along what its modules import, unless an earlier one has it. */
const groups = [
  { name: 'common', test: /\/src\/(domain\/(direction|duration)\.ts|services\/sealed\.ts|ui\/Tabs\.tsx)$/ },
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const] },
  { name: 'start', test: start },
  { name: 'room', test: /\/src\/\w+\/app\/afterSignIn\.ts$/ },
  { name: 'signIn', test: /\/src\/screens\/(login|signIn)\/\w+\.tsx?$/ },
  { name: 'calls', test: /\/contract\// },
  { name: 'lists', test: lists, ...shared },
  { name: 'small', test: /\/src\/(domain|streams)\//, maxModuleSize: 900, ...shared },
  { name: 'rules', test: rules, maxModuleSize: 6000, minShareCount: 3 },
  { name: 'allergyWords', test: allergyWords },
  { name: 'reviewerServices', test: /\/src\/compose\/app\/reviewerServices\.ts$/ },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)|\/forms\/use\w+Form\.ts$/ },
  { name: 'administration', test: /\/src\/screens\/administration\//, ...shared },
  { name: 'widgets', test: widgets, ...shared },
  { name: 'pane', test: /\/src\/(screens\/(chat|cloudRoom)\/|(machines|services)\/voice)/ },
  { name: 'documents', test: /\/src\/screens\/(record|prescription|patientFacts|print|templates)\//, ...shared },
  { name: 'setup', test: /\/src\/screens\/(serviceSetup\/|templates\/dialogs)/ },
  { name: 'history', test: /\/src\/screens\/(history|archive|orderRecord\/OrderDetail)/ },
];

const ordered = groups.map((group, at) => ({ ...group, priority: groups.length - at }));

/** The workbench and its stage are for developers: the development server has them, and the demonstration's build. */
const pagesOf = (mode: string) => [
  ...['index.html', 'verify.html'],
  ...(mode === 'demonstration' ? ['workbench.html', 'stage.html'] : []),
];

export default defineConfig(({ mode }) => ({
  plugins: [recipesPlugin, react(), plainScripts],
  resolve: {
    conditions: ['es2015', 'module', 'browser', 'development|production'], // es2015: rxjs for current browsers
    alias: [inProduction('', 'index'), inProduction('/dom', 'dom-export')],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pagesOf(mode),
      treeshake: { propertyReadSideEffects: false },
      // The workbench shares files with the start, which would run with it in one group.
      output: mode === 'demonstration' ? {} : { codeSplitting: { groups: ordered } },
    },
  },
  server: {
    proxy: { '^/(api|files|demonstration|config\\.json)': platform, '/infra/im': { target: platform, ws: true } },
  },
}));
