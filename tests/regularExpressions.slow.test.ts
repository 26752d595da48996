import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';

const folders = ['contract', 'clinical', 'server', 'src', 'simulator', 'conformance'];

type Expression = { place: string; pattern: string; flags: string };

/** Every regular expression that is written as one in the sources, and where others are built at run time. */
function expressionsOf(path: string) {
  const written: Expression[] = [];
  const built: string[] = [];
  const text = readFileSync(path, 'utf8');
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
    const { type, regex, callee, start } = node as Record<string, unknown>;
    if (type === 'Literal' && regex !== undefined && regex !== null)
      written.push({
        place: `${path}:${text.slice(0, Number(start)).split('\n').length}`,
        ...(regex as Omit<Expression, 'place'>),
      });
    if (type === 'NewExpression' && (callee as { name?: string }).name === 'RegExp') built.push(path);
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(path, text).program);
  return { written, built };
}

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);
const all = files.map(expressionsOf);

/** `safe`, `vulnerable`, or why the checker came to no verdict, which on a busy machine it may need three tries for. */
function verdictOn(pattern: string, flags: string): string {
  let why = '';
  for (let tries = 0; tries < 3; tries += 1) {
    const found = checkSync(pattern, flags.replace('v', 'u'), { timeout: 120_000 });
    if (found.status !== 'unknown') return found.status;
    why = `no verdict: ${JSON.stringify(found.error)}`;
  }
  return why;
}

test('every regular expression needs time that grows with the length of its text alone', () => {
  const unsafe = all
    .flatMap(({ written }) => written)
    .map(({ place, pattern, flags }) => ({ said: `${place} ${pattern}`, verdict: verdictOn(pattern, flags) }))
    .filter(({ verdict }) => verdict !== 'safe')
    .map(({ said, verdict }) => `${said}: ${verdict}`);
  expect(unsafe).toEqual([]);
}, 900_000);

/** What makes each source build the expressions that it does not write down. */
const builders: Readonly<Record<string, () => Promise<unknown>>> = {
  'contract/variables.ts': async () => (await import('../contract/variables.ts')).onlyVariables(['patient.name']),
  'clinical/allergies/allergyReader.ts': () => import('../clinical/allergies/allergyReader.ts'),
  'clinical/words/blankPatterns.ts': () => import('../clinical/words/blankPatterns.ts'),
  'src/domain/attachedFiles.ts': async () =>
    (await import('../src/domain/attachedFiles.ts')).renamed('a.b', 'image/png'),
  'src/domain/csv.ts': async () => (await import('../src/domain/csv.ts')).readCsv('a,b'),
};

test('so does every one that is built at run time', async () => {
  expect([...new Set(all.flatMap(({ built }) => built))].toSorted()).toEqual(Object.keys(builders).toSorted());
  const seen: string[] = [];
  const recorded = new Proxy(RegExp, {
    construct(target, [pattern, flags = '']: [string, string?]) {
      if (verdictOn(pattern, flags) !== 'safe') seen.push(pattern);
      return new target(pattern, flags);
    },
  });
  vi.stubGlobal('RegExp', recorded);
  onTestFinished(() => void vi.unstubAllGlobals());
  for (const build of Object.values(builders)) await build();
  expect(seen).toEqual([]);
}, 300_000);
