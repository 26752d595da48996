import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** A file or package that a source imports; `lazy` where it is loaded when the code runs. */
export type Import = { path: string; typeOnly: boolean; lazy: boolean };

/** What a source imports and re-exports, by value, as types only, or lazily. */
export function importsOf(source: string): Import[] {
  const declared = source.matchAll(/^\s*(?:import|export)\s+(?:(type\s)?([^'"=;()]*?)\s*from\s+)?['"]([^'"]+)['"]/gm);
  const called = source.matchAll(
    /\bimport\(\s*['"]([^'"]+)['"]|\bnew URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url/g,
  );
  return [
    ...[...declared].map(([, type, names, path]) => ({
      path: path ?? '',
      typeOnly: type !== undefined || (names !== undefined && /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names.trim())),
      lazy: false,
    })),
    ...[...called].map(([, imported, url]) => ({ path: imported ?? url ?? '', typeOnly: false, lazy: true })),
  ];
}

/** All source files below a folder. */
export const typescriptIn = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('node_modules'));

/** The files of this project that a file imports when it is loaded, types included. */
export const importedBy = (file: string): readonly string[] =>
  importsOf(readFileSync(file, 'utf8'))
    .filter(({ path, lazy }) => path.startsWith('.') && !lazy)
    .map(({ path }) => join(dirname(file), path));

/**
 * Groups of files each of which imports all others of its group, directly or through others (strongly connected
 * components, by Tarjan's algorithm).
 */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    const number = numbers.size;
    numbers.set(file, number);
    open.push(file);
    let lowest = number;
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      const known = numbers.get(next);
      if (known === undefined) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, known);
    }
    if (lowest !== number) return lowest;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || (graph.get(file) ?? []).includes(file)) circles.push(circle.sort());
    return lowest;
  }

  for (const file of graph.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}
