import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { type ESTree, parseSync } from 'vite';

/** One node of a syntax tree; what else it has depends on its type. */
export type Node = ESTree.Node;

export type Source = {
  readonly path: string;
  readonly program: ESTree.Program;
  /** The text of a node. */
  readonly textOf: (node: Node) => string;
  /** File and line of a node, for a finding. */
  readonly placeOf: (node: Node) => string;
};

/** The parsed files below a folder whose names end in one of `endings`. */
export function sourcesIn(folder: string, ...endings: readonly string[]): readonly Source[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return files
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const text = readFileSync(path, 'utf8');
      return {
        path,
        program: parseSync(path, text, { preserveParens: false }).program,
        textOf: ({ start, end }) => text.slice(start, end),
        placeOf: ({ start }) => `${path}:${text.slice(0, start).split('\n').length}`,
      };
    });
}
