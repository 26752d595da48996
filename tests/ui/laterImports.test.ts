import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What tries again and says so: every `import()` is an argument of one of these. */
const ways = ['onDemand', 'laterPart', 'laterPane', 'lazily', 'screen', 'office', 'reviews'];

/** Imports that run only inside a part, which tries again for them, and the preload, which only fills the cache. */
const inside: Readonly<Record<string, number>> = {
  // Not in production.
  'src/main.tsx': 1,
  'src/locales/textFiles.ts': 16,
  'src/compose/app/entrance.ts': 2,
  'src/screens/app/preloadNextPage.ts': 2,
  'src/screens/login/loginImport.ts': 1,
  'src/services/formRecordImport.ts': 1,
};

/** Names of the calls that a place in a source is an argument of. */
function callsAround(source: string, at: number): string[] {
  const calls: string[] = [];
  let depth = 0;
  for (let i = at - 1; i >= 0; i -= 1) {
    if (source[i] === ')') depth += 1;
    if (source[i] !== '(') continue;
    if (depth > 0) depth -= 1;
    else calls.push(/(\w+)(?:<[^()]*>)?$/.exec(source.slice(0, i))?.[1] ?? '');
  }
  return calls;
}

/** Offsets of the dynamic imports that no call among `ways` repeats. */
const bareImports = (source: string) =>
  [...source.matchAll(/(?<![\w.])import\(/g)].filter(
    ({ index }) => !callsAround(source, index).some((name) => ways.includes(name)),
  );

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => `src/${file}`);
const sources = files.map((file) => ({ file, source: readFileSync(file, 'utf8') }));

test('every part that loads later is loaded in the one way, which tries again', () => {
  const found = sources.map(({ file, source }) => [file, bareImports(source).length] as const);
  expect(Object.fromEntries(found.filter(([, count]) => count > 0))).toEqual(inside);
});

test('React itself, which keeps a failure for ever, loads no component', () => {
  const lazy = sources.filter(({ source }) => /\blazy\b[^:]*from 'react'|React\.lazy/.test(source));
  expect(lazy.map(({ file }) => file)).toEqual(['src/ui/LaterPart.tsx']);
});

test.each([
  `const Panel = lazy(() => import('./Panel.tsx'));`,
  `const load = () => import('./calls.ts');`,
  `onDemand(first); void import('./calls.ts');`,
])('this is found: %s', (source) => expect(bareImports(source)).toHaveLength(1));

test.each([
  `const Panel = laterPart<Props>(() => import('./Panel.tsx').then((m) => m.Panel));`,
  `onDemand(async () => { const [a] = await Promise.all([import('./a.ts'), texts()]); return a; });`,
  `type Calls = typeof import('./calls.ts');`.replace('typeof import(', 'typeof x.import('),
])('this is allowed: %s', (source) => expect(bareImports(source)).toHaveLength(0));
