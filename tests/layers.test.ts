import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { type Import, importsOf, typescriptIn } from './support/imports.ts';
import { type Layer, layers, serverFolders } from './support/layers.ts';

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
  'passwordReset',
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
  'requests',
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
  // Only the start imports the demonstration.
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

test('a search by name finds one file of the clinical rules', () => {
  const names = typescriptIn('clinical').map((file) => file.split('/').at(-1));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** Domains of the server: folders whose plugin binds use cases to calls. */
const plugins = files.filter((file) => /^server\/\w+\/plugin\.ts$/.test(file));
const domains = plugins.map(dirname);
const inDomain = files.filter((file) => domains.includes(dirname(file)));

/** What a file of a domain may not touch, by the word that its name ends with. */
const roles = {
  policy:
    /\/trail\/|\bTransaction\b|\b(store|tx|db)\s*\.\w+\(|\.(select|execute)\(|^import (?!type\b)[^;]*ueries\.ts'/m,
  queries: /\/trail\/(trail|audited)\.ts|\bTransaction\b|\.(insert|update|delete)\(/,
  wire: /from 'drizzle-orm'|\/trail\/(trail|audited)\.ts|db\/(connection|store|hospitalStore|unitOfWork)\.ts/,
} as const;
const roleIn = (file: string) => /^server\/\w+\/\w*?(policy|queries|wire)\.ts$/i.exec(file)?.[1]?.toLowerCase();

test.each(Object.entries(roles))('files named %s of a domain keep to their part', (role, foreign) => {
  const wrong = files.filter((file) => roleIn(file) === role && foreign.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});

/** Domains without a decision of their own, and who decides instead. */
const undecided: Readonly<Record<string, string>> = {
  'server/medicines': 'everybody on the staff reads the lists, and a favourite is its doctor’s by the query',
  'server/operations': 'admission lets administrators in, and the queries find what is theirs',
  'server/overview': 'the queries find the doctor’s own work',
};

test.each(['policy', 'queries', 'wire'])('every domain has its %s, where it has something to say', (role) => {
  const without = domains.filter(
    (domain) => !inDomain.some((file) => dirname(file) === domain && roleIn(file) === role),
  );
  expect(without).toEqual(role === 'policy' ? Object.keys(undecided) : []);
});

test('a use case reads rows by a query or in its transaction', () => {
  const inTransaction = /\btx(\.db)?\s*\.[\w$]+(<.+>)?\(/g;
  const reading = /\b(store|db)\s*\.(rows|named|first|locked|count|select|selectDistinct|execute|\$count)(<.+>)?\(/;
  const wrong = inDomain.filter((file) => {
    const source = readFileSync(file, 'utf8');
    // Jobs of all hospitals are listed in another test, and a statement that inserts is no read.
    if (roleIn(file) === 'queries' || /\b(platformWide|outsideHospitals)\(|insert into/.test(source)) return false;
    return reading.test(source.replace(inTransaction, ''));
  });
  expect(wrong).toEqual([]);
});

test('a query that one domain exports has its name alone', () => {
  const queries = inDomain.filter((file) => roleIn(file) === 'queries');
  const named = (file: string, pattern: RegExp) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => ({ file, name }));
  const exported = queries.flatMap((file) => named(file, /^export (?:async )?(?:function|const) (\w+)/gm));
  const written = queries.flatMap((file) => named(file, /^(?:export )?(?:async )?(?:function|const) (\w+)/gm));
  const twice = exported.filter(({ file, name }) =>
    written.some((other) => other.name === name && other.file !== file),
  );
  expect(twice.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test('a use case gets caller and time in its context, never apart', () => {
  const apart = /\((?=[^()]*\b(by|actor): \w+)(?=[^()]*\bat: number)[^()]*\)/;
  expect(inDomain.filter((file) => apart.test(readFileSync(file, 'utf8')))).toEqual([]);
});

/** The files from which a source imports values, by name. */
const importedNames = (source: string) =>
  new Map(
    [...source.matchAll(/^import (?:\* as (\w+)|\{([^}]*)\}) from '([^']+)'/gm)].flatMap(
      ([, all, some = '', path = '']) => [all ?? '', ...some.split(',')].map((name) => [name.trim(), path] as const),
    ),
  );

test.each(plugins)('%s binds use cases of other files to calls, and no query', (file) => {
  const source = readFileSync(file, 'utf8');
  const imported = importedNames(source);
  const bound = [...source.matchAll(/\broute\([\w.]+\)\((\w+)/g)].map(([, name = '']) => name);
  expect(bound).not.toEqual([]);
  expect(bound.filter((name) => /^$|ueries\.ts$/.test(imported.get(name) ?? ''))).toEqual([]);
});

/** The parameters of an exported function, up to the first line that ends them. */
const parametersOf = (file: string, name: string) =>
  new RegExp(`export (?:const|(?:async )?function) ${name}\\b([\\s\\S]*?)(?:=>\\s*$|\\{$)`, 'm').exec(
    readFileSync(file, 'utf8'),
  )?.[1] ?? '';

test.each(plugins)('%s binds no step that needs the transaction of another', (file) => {
  const source = readFileSync(file, 'utf8');
  const imported = importedNames(source);
  const names = [...source.matchAll(/\broute\([\w.]+\)\((\w+)(?:\((\w+)\))?\)/g)].flatMap(([, name, given]) =>
    [name, given].flatMap((one) => one ?? []),
  );
  const steps = names.filter((name) => {
    const path = imported.get(name);
    return path !== undefined && /\bTransaction\b/.test(parametersOf(join(dirname(file), path), name));
  });
  expect(steps).toEqual([]);
});

test.each([
  ['contract/http.ts', `import { toOunces } from '../clinical/doses/quantity.ts';`],
  ['contract/http.ts', `import axios from 'axios';`],
  ['clinical/checks/unsuitableAge.ts', `export { now } from '../../src/domain/clock.ts';`],
  ['src/machines/session.ts', `import { api } from '../services/http.ts';`],
  ['src/machines/session.ts', `import { useState } from 'react';`],
  ['src/streams/inbox.ts', `const later = import('../services/imSocket.ts');`],
  ['src/services/http.ts', `import { sessionMachine } from '../machines/session.ts';`],
  ['src/services/http.ts', `import {\n  type Session,\n  sessionMachine,\n} from '../machines/session.ts';`],
  ['src/screens/login/Login.tsx', `import { login } from '../../../contract/auth.ts';`],
  ['src/screens/login/Login.tsx', `import { http } from '../../services/http.ts';`],
  ['src/screens/login/Login.tsx', `import { Bubble } from '../cloudRoom/Bubble.tsx';`],
  ['src/screens/login/Login.tsx', `const Bubble = lazy(() => import('../cloudRoom/Bubble.tsx'));`],
  ['src/compose/adapters/outbox.ts', `import { openDoctorServices } from '../app/doctorServices.ts';`],
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
  ['server/medicines/readMedicines.ts', `import { seedStaff } from '../demo/hospitals.ts';`],
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
