import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';

type Layer = { imports: readonly string[]; types?: readonly string[]; packages?: readonly string[] };

/**
 * What each folder may import: by value, as types only, and (where it is limited) which packages.
 * A new edge is a decision: make it here, in review.
 */
const layers: Record<string, Layer> = {
  contract: { imports: [], packages: ['zod', 'zod/mini'] },
  clinical: { imports: ['contract'], packages: [] },
  'src/domain': { imports: ['contract', 'clinical'], packages: ['zod/mini'] },
  'src/machines': { imports: ['src/domain', 'contract', 'clinical'], packages: ['xstate', 'rxjs'] },
  'src/streams': { imports: ['src/domain', 'contract'], packages: ['rxjs'] },
  'src/services': { imports: ['contract', 'src/domain'], types: ['src/machines'] },
  'src/screens': {
    imports: [
      'src/machines',
      'src/streams',
      'src/domain',
      'clinical',
      'src/ui',
      'src/locales',
      'contract/limits.ts',
      'contract/settingBounds.ts',
    ],
    types: ['contract'],
  },
  'src/compose/adapters': {
    imports: [
      'src/machines',
      'src/streams',
      'src/services',
      'src/domain',
      'clinical',
      'contract',
      'src/locales',
      'src/ui/onDemand.ts',
    ],
    types: ['src/screens'],
  },
  'src/ui': { imports: ['src/locales', 'src/machines/part.ts', 'src/domain/direction.ts'] },
  'src/verify': {
    imports: ['src/locales', 'src/domain/direction.ts', 'contract/limits.ts'],
    types: ['contract'],
    packages: [],
  },
  'src/locales': { imports: ['src/ui/onDemand.ts', 'src/domain/direction.ts'], packages: ['react'] },
  server: { imports: ['contract', 'clinical', 'scripts/commandLine.mjs', 'scripts/variables.mjs'] },
  simulator: { imports: ['contract', 'scripts/commandLine.mjs'] },
  conformance: {
    imports: ['contract', 'simulator/desks.ts', 'simulator/phone.ts', 'scripts/commandLine.mjs'],
  },
};

const base = [
  'server/db',
  'server/tableFile.ts',
  'server/trail',
  'server/observe',
  'server/log.ts',
  'server/startFailure.ts',
];
const httpHelpers = [
  'route',
  'request',
  'envelope',
  'wordings',
  'messages',
  'preferredLanguage',
  'compiledSchemas',
  'network',
  'headers',
  'proxies',
].map((name) => `server/http/${name}.ts`);
const domainTypes = ['server/accounts', 'server/events', 'server/jobs.ts', 'server/files/links.ts', 'server/tenants'];

/** A domain uses the database, the trail, the helpers of HTTP and these files of domains below it. */
const domain = (...below: string[]): Layer => ({
  imports: [...base, ...httpHelpers, ...below.map((file) => `server/${file}`)],
  types: domainTypes,
});

/** What each folder of the server may import from the others. Files directly under server/ compose them. */
const serverFolders: Record<string, Layer> = {
  'server/db': {
    imports: ['server/log.ts', 'server/startFailure.ts'],
    types: ['server/events', 'server/http/wordings.ts', 'server/observe', 'server/settings.ts'],
  },
  'server/events': { imports: [] },
  'server/observe': { imports: ['server/db', 'server/log.ts'] },
  'server/limits': { imports: ['server/db'] },
  'server/cluster': {
    imports: ['server/db', 'server/limits', 'server/log.ts', 'server/startFailure.ts'],
    types: ['server/db', 'server/settings.ts'],
  },
  'server/trail': { imports: ['server/db'], types: ['server/log.ts'] },
  'server/search': { imports: ['server/db'] },
  'server/http': {
    imports: base,
    types: ['server/accounts', 'server/limits', 'server/tenants/tenants.ts', 'server/settings.ts'],
  },
  'server/im': {
    imports: [
      ...[...base, ...httpHelpers, 'server/cluster/sharedState.ts', 'server/limits/tokenBuckets.ts'],
      ...['server/messages/party.ts', 'server/messages/onWire.ts'],
    ],
    types: ['server/accounts', 'server/cluster', 'server/events', 'server/http', 'server/limits', 'server/messages'],
  },
  'server/tenants': domain(),
  'server/files': domain(),
  'server/accounts': domain('files/resolveOwnFiles.ts'),
  'server/administration': domain(
    ...['accounts', 'files/resolveOwnFiles.ts', 'search/pinyin.ts', 'tenants/insertDictionaries.ts'],
    ...['tenants/hosts.ts', 'tenants/idleLock.ts', 'tenants/tenants.ts'],
    ...[
      'messages/auditorAccess.ts',
      'orders/absence.ts',
      'orders/consultSettings.ts',
      'schedules/changeHours.ts',
      'tenants/dayParts.ts',
    ],
  ),
  'server/patients': domain('accounts', 'tenants/clinicalSettings.ts'),
  'server/drugs': domain('search/catalogue.ts', 'search/pinyin.ts', 'search/textIndex.ts'),
  'server/catalogues': domain(
    ...['drugs/columnsOfGeneric.ts', 'drugs/searchedDrugs.ts', 'drugs/searchedDiagnoses.ts', 'drugs/stock.ts'],
    ...['search/catalogue.ts', 'search/pinyin.ts', 'patients/requestRecount.ts', 'tenants/clinicalSettings.ts'],
    'tenants/dictionaries.ts',
  ),
  'server/messages': domain('files/ownership.ts'),
  'server/records': domain(
    'signatures/signer.ts',
    'accounts/people.ts',
    'accounts/caller.ts',
    'files/resolveOwnFiles.ts',
    ...['patients/currentFacts.ts', 'patients/factNames.ts', 'patients/requestRecount.ts'],
  ),
  'server/orders': domain(
    ...['accounts/people.ts', 'patients/factNames.ts', 'patients/knownPatient.ts', 'patients/patientBrief.ts'],
    ...['messages/appendEvent.ts', 'messages/claimFiles.ts', 'messages/notices.ts'],
    ...['patients/storeIntake.ts', 'records/addenda.ts', 'search/entries.ts', 'signatures/signer.ts'],
    ...['prescriptions/storedPrescription.ts', 'tenants/clinicalSettings.ts', 'files/links.ts'],
    'tenants/dayParts.ts',
  ),
  'server/schedules': domain(
    ...['accounts/accountLookup.ts', 'accounts/duty.ts', 'accounts/people.ts'],
    ...['orders/absence.ts', 'orders/consultSettings.ts', 'orders/leave.ts', 'orders/orderCounts.ts'],
    'tenants/dayParts.ts',
  ),
  'server/facts': domain(
    'orders/orderAccess.ts',
    ...['announceFacts', 'currentFacts', 'factNames', 'knownPatient', 'measureDoubt', 'patientBrief'].map(
      (name) => `patients/${name}.ts`,
    ),
  ),
  'server/prescriptions': domain(
    ...['accounts/people.ts', 'accounts/qualifications.ts', 'patients/patientBrief.ts', 'patients/requestRecount.ts'],
    ...['messages/appendEvent.ts', 'drugs/stock.ts', 'patients/knownPatient.ts', 'search/entries.ts'],
    'patients/factNames.ts',
    ...['signatures/confirmations.ts', 'signatures/signatures.ts', 'signatures/plugin.ts', 'signatures/signer.ts'],
    ...['signatures/canonical.ts', 'tenants/clinicalSettings.ts'],
  ),
  'server/overview': domain(
    'patients/factNames.ts',
    'patients/knownPatient.ts',
    'patients/patientBrief.ts',
    'records/records.ts',
  ),
  'server/operations': domain(
    ...['accounts/caller.ts', 'accounts/ownSessions.ts', 'accounts/people.ts', 'accounts/sessions.ts'],
    'tenants/dayParts.ts',
  ),
  'server/signatures': domain('accounts/accountLookup.ts'),
  'server/templates': domain('drugs/drugView.ts'),
  'server/reviews': domain(
    ...['accounts/people.ts', 'accounts/caller.ts'],
    ...[
      'prescriptions',
      'signatures/confirmations.ts',
      'messages/auditorAccess.ts',
      'patients/patientBrief.ts',
      'signatures/signatures.ts',
      'signatures/signer.ts',
      'signatures/plugin.ts',
      'records/recordView.ts',
      'drugs/stock.ts',
      'drugs/drugView.ts',
      'tenants/clinicalSettings.ts',
      'tenants/dayParts.ts',
    ],
  ),
  'server/clinicalTables': { imports: ['server/tableFile.ts'] },
  'server/demo': {
    imports: [
      ...base,
      ...['server/clinicalTables', 'server/installation.ts'],
      ...['insertDictionaries', 'standardTables'].map((name) => `server/tenants/${name}.ts`),
      ...['server/drugs/columnsOfGeneric.ts', 'server/drugs/stock.ts', 'server/messages/notices.ts'],
      ...['factNames', 'patientBrief', 'registeredFacts'].map((name) => `server/patients/${name}.ts`),
      'server/signatures/signer.ts',
    ],
    types: ['server/accounts'],
  },
  'server/backup': {
    imports: [
      ...base,
      ...['server/admin/port.ts', 'server/installation.ts', 'server/privateData.ts', 'server/settings.ts'],
    ],
  },
  'server/admin': {
    imports: [
      ...base,
      ...[
        'server/accounts/accountLookup.ts',
        'server/accounts/qualifications.ts',
        'server/accounts/tokens.ts',
        'server/events/bus.ts',
      ],
      ...['server/files/folderStorage.ts', 'server/privateData.ts', 'server/settings.ts'],
      'server/tenants/notices.ts',
      'server/tenants/hosts.ts',
      ...['server/accounts/caller.ts', 'server/accounts/passwords.ts', 'server/accounts/sessions.ts'],
      ...['hospitalChanges', 'newHospital', 'oneTimePassword', 'staffChanges'].map(
        (name) => `server/administration/${name}.ts`,
      ),
      'server/cluster/cluster.ts',
    ],
  },
};

type Import = { path: string; typeOnly: boolean };

function importsOf(source: string): Import[] {
  const declared = source.matchAll(/^\s*(?:import|export)\s+(?:(type\s)?([^'"=;()]*?)\s*from\s+)?['"]([^'"]+)['"]/gm);
  const called = source.matchAll(
    /\bimport\(\s*['"]([^'"]+)['"]|\bnew URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url/g,
  );
  return [
    ...[...declared].map(([, type, names, path]) => ({
      path: path ?? '',
      typeOnly: type !== undefined || (names !== undefined && /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names.trim())),
    })),
    ...[...called].map(([, imported, url]) => ({ path: imported ?? url ?? '', typeOnly: false })),
  ];
}

const layerOf = (file: string) =>
  Object.keys(layers).find((layer) => file === layer || file.startsWith(`${layer}/`)) ?? null;

const isWithin = (file: string, allowed: readonly string[] = []) =>
  allowed.some((place) => file === place || file.startsWith(`${place}/`));

/** Folders under src/screens that are no screen of their own: what all screens share, and panels that screens put together. */
const shared = new Set([
  'app',
  'forms',
  'lists',
  'hooks',
  'layout',
  'alerts',
  'signIn',
  'session',
  'keyboard',
  'chat',
  'record',
  'prescription',
  'questions',
  'history',
  'patientFacts',
  'templates',
  'print',
  'certificates',
  'pictures',
]);

/** A screen's folder, `src/screens/<name>`; null for what all screens share. */
function screenOf(file: string) {
  const [, screen] = /^src\/screens\/([^/]+)\//.exec(file) ?? [];
  return screen === undefined || shared.has(screen) ? null : screen;
}

const folderOf = (file: string) => /^server\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;

const mayUse = ({ imports, types }: Layer, target: string, typeOnly: boolean) =>
  isWithin(target, imports) || (typeOnly && isWithin(target, types));

/** Inside the server: within one folder everything, across folders what their table allows. */
function isAllowedInServer(file: string, target: string, typeOnly: boolean): boolean {
  const [from, to] = [folderOf(file), folderOf(target)];
  // The start alone knows the demonstration.
  if (to === 'server/demo' && from === null) return file === 'server/main.ts';
  if (from === null || from === to) return true;
  const folder = serverFolders[from];
  return folder !== undefined && mayUse(folder, target, typeOnly);
}

function isAllowed(file: string, { path, typeOnly }: Import): boolean {
  const here = layerOf(file);
  const layer = here === null ? undefined : layers[here];
  if (layer === undefined) return true;
  if (path.startsWith('node:')) return isWithin(file, ['server', 'simulator', 'conformance']);
  if (!path.startsWith('.'))
    return layer.packages?.some((name) => path === name || path.startsWith(`${name}/`)) ?? true;
  const target = join(dirname(file), path);
  if (layerOf(target) === here) {
    if (here === 'server') return isAllowedInServer(file, target, typeOnly);
    const screen = screenOf(target);
    return screen === null || screenOf(file) === null || screen === screenOf(file);
  }
  return mayUse(layer, target, typeOnly);
}

const wrongImports = (file: string, source: string) =>
  importsOf(source)
    .filter((found) => !isAllowed(file, found))
    .map(({ path }) => path);

const typescriptIn = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => /\.(tsx?|mjs)$/.test(file));

const files = [...new Set(Object.keys(layers).map((layer) => layer.split('/')[0] ?? layer))].flatMap(typescriptIn);

test('every file imports only what its folder may', () => {
  const wrong = files.flatMap((file) =>
    wrongImports(file, readFileSync(file, 'utf8')).map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

/** An entry starts a program when it is imported. */
const entries = [
  'src/main.tsx',
  'src/verify/main.ts',
  'server/main.ts',
  'server/admin/main.ts',
  'server/backup/main.ts',
  'simulator/main.ts',
  'conformance/main.ts',
  'bench/main.ts',
];

test('no file imports an entry', () => {
  const outside = ['bench', 'tests', 'scripts'].flatMap(typescriptIn);
  const importing = [...files, ...outside].filter((file) =>
    importsOf(readFileSync(file, 'utf8')).some(
      ({ path, typeOnly }) => !typeOnly && entries.includes(join(dirname(file), path)),
    ),
  );
  expect(importing).toEqual([]);
});

/** The folders that each folder of the server reaches by importing values, directly or through others. */
function reachedFrom(folder: string, seen = new Set<string>()): Set<string> {
  const below = serverFolders[folder]?.imports.flatMap((file) => folderOf(`${file}/`) ?? []) ?? [];
  for (const next of below) {
    if (seen.has(next)) continue;
    seen.add(next);
    reachedFrom(next, seen);
  }
  return seen;
}

test.each(Object.keys(serverFolders))('%s depends on no folder that depends on it', (folder) => {
  expect(reachedFrom(folder)).not.toContain(folder);
});

test('every folder of the server is in the table', () => {
  const folders = new Set(files.flatMap((file) => folderOf(file) ?? []));
  expect(Object.keys(serverFolders).sort()).toEqual([...folders].sort());
});

test.each([
  ['contract/http.ts', `import { toOunces } from '../clinical/quantity.ts';`],
  ['contract/http.ts', `import axios from 'axios';`],
  ['clinical/checks/age.ts', `export { now } from '../../src/domain/clock.ts';`],
  ['src/machines/session.ts', `import { api } from '../services/http.ts';`],
  ['src/machines/session.ts', `import { useState } from 'react';`],
  ['src/streams/inbox.ts', `const later = import('../services/imSocket.ts');`],
  ['src/services/http.ts', `import { sessionMachine } from '../machines/session.ts';`],
  ['src/services/http.ts', `import {\n  type Session,\n  sessionMachine,\n} from '../machines/session.ts';`],
  ['src/screens/login/Login.tsx', `import { login } from '../../../contract/auth.ts';`],
  ['src/screens/login/Login.tsx', `import { http } from '../../services/http.ts';`],
  ['src/screens/login/Login.tsx', `import { Bubble } from '../cloudRoom/Bubble.tsx';`],
  ['src/screens/login/Login.tsx', `const Bubble = lazy(() => import('../cloudRoom/Bubble.tsx'));`],
  ['src/compose/adapters/outbox.ts', `import { openWork } from '../app/work.ts';`],
  ['src/ui/system.ts', `import { age } from '../domain/age.ts';`],
  ['server/db/worker.ts', `new Worker(new URL('../../src/domain/age.ts', import.meta.url));`],
  ['server/orders/routes.ts', `import '../../src/main.tsx';`],
  ['server/orders/accept.ts', `import { claim } from '../prescriptions/create.ts';`],
  ['server/messages/send.ts', `import { move } from '../orders/move.ts';`],
  ['server/orders/move.ts', `import { createMessages } from '../messages/messages.ts';`],
  ['server/files/ownership.ts', `import { UserType } from '../accounts/caller.ts';`],
  ['server/http/admission.ts', `import { openSession } from '../accounts/sessions.ts';`],
  ['server/im/gateway.ts', `import { acceptOrder } from '../orders/accept.ts';`],
  ['server/im/gateway.ts', `import type { Orders } from '../orders/orders.ts';`],
  ['server/db/unitOfWork.ts', `import { createBus } from '../events/bus.ts';`],
  ['server/trail/trail.ts', `import type { Staff } from '../accounts/caller.ts';`],
  ['server/drugs/drugs.ts', `import { seedStaff } from '../demo/hospitals.ts';`],
  ['server/platform.ts', `import { seedStaff } from './demo/hospitals.ts';`],
  ['simulator/patient.ts', `import { openStore } from '../server/db/open.ts';`],
])('in %s this is found: %s', (file, source) => {
  expect(wrongImports(file, source)).toHaveLength(1);
});

test.each([
  ['src/services/http.ts', `import type { Session } from '../machines/session.ts';`],
  ['src/services/http.ts', `import { type Session, type Tokens } from '../machines/session.ts';`],
  ['src/screens/login/Login.tsx', `import type { Login } from '../../../contract/auth.ts';`],
  ['src/screens/login/Login.tsx', `import { maxTextLength } from '../../../contract/limits.ts';`],
  [
    'src/screens/login/Login.tsx',
    `import { useApp } from '../app/app.ts';\nimport { Page } from '../layout/Page.tsx';`,
  ],
  ['src/screens/app/routes.tsx', `const Login = lazy(() => import('../login/Login.tsx'));`],
  ['server/orders/accept.ts', `import type { Staff } from '../accounts/caller.ts';`],
  ['server/orders/accept.ts', `import { appendEvent } from '../messages/appendEvent.ts';`],
  ['server/http/admission.ts', `import type { Caller } from '../accounts/caller.ts';`],
  ['server/im/gateway.ts', `import type { Messages } from '../messages/messages.ts';`],
  ['server/platform.ts', `import { ordersPlugin } from './orders/plugin.ts';`],
  ['src/main.tsx', `import { http } from './services/http.ts';`],
])('in %s this is allowed: %s', (file, source) => {
  expect(wrongImports(file, source)).toEqual([]);
});
