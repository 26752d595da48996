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
    imports: ['src/machines', 'src/streams', 'src/domain', 'clinical', 'src/ui', 'src/locales', 'contract/limits.ts'],
    types: ['contract'],
  },
  'src/ui': { imports: ['src/locales'] },
  'src/locales': { imports: [], packages: ['react'] },
  server: { imports: ['contract', 'clinical'] },
  simulator: { imports: ['contract'] },
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

/** Folders under src/screens that are no screen of their own: the frame, the keyboard, and panels that screens put together. */
const shared = new Set(['layout', 'signIn', 'session', 'keyboard', 'chat', 'record', 'prescription', 'history']);

/** A screen's folder, `src/screens/<name>`; null for what all screens share. */
function screenOf(file: string) {
  const [, screen] = /^src\/screens\/([^/]+)\//.exec(file) ?? [];
  return screen === undefined || shared.has(screen) ? null : screen;
}

function isAllowed(file: string, { path, typeOnly }: Import): boolean {
  const here = layerOf(file);
  const layer = here === null ? undefined : layers[here];
  if (layer === undefined) return true;
  if (path.startsWith('node:')) return isWithin(file, ['server', 'simulator']);
  if (!path.startsWith('.'))
    return layer.packages?.some((name) => path === name || path.startsWith(`${name}/`)) ?? true;
  const target = join(dirname(file), path);
  if (layerOf(target) === here) {
    const screen = screenOf(target);
    return screen === null || screenOf(file) === null || screen === screenOf(file);
  }
  return isWithin(target, layer.imports) || (typeOnly && isWithin(target, layer.types));
}

const wrongImports = (file: string, source: string) =>
  importsOf(source)
    .filter((found) => !isAllowed(file, found))
    .map(({ path }) => path);

const files = [...new Set(Object.keys(layers).map((layer) => layer.split('/')[0] ?? layer))].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => /\.tsx?$/.test(file)),
);

test('every file imports only what its folder may', () => {
  const wrong = files.flatMap((file) =>
    wrongImports(file, readFileSync(file, 'utf8')).map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
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
  ['src/ui/system.ts', `import { age } from '../domain/age.ts';`],
  ['server/db/worker.ts', `new Worker(new URL('../../src/domain/age.ts', import.meta.url));`],
  ['server/orders/routes.ts', `import '../../src/main.tsx';`],
  ['simulator/patient.ts', `import { openStore } from '../server/db/open.ts';`],
])('in %s this is found: %s', (file, source) => {
  expect(wrongImports(file, source)).toHaveLength(1);
});

test.each([
  ['src/services/http.ts', `import type { Session } from '../machines/session.ts';`],
  ['src/services/http.ts', `import { type Session, type Tokens } from '../machines/session.ts';`],
  ['src/screens/login/Login.tsx', `import type { Login } from '../../../contract/auth.ts';`],
  ['src/screens/login/Login.tsx', `import { maxTextLength } from '../../../contract/limits.ts';`],
  ['src/screens/login/Login.tsx', `import { useApp } from '../app.ts';\nimport { Page } from '../layout/Page.tsx';`],
  ['src/screens/routes.tsx', `const Login = lazy(() => import('./login/Login.tsx'));`],
  ['src/main.tsx', `import { http } from './services/http.ts';`],
])('in %s this is allowed: %s', (file, source) => {
  expect(wrongImports(file, source)).toEqual([]);
});
