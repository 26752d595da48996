import { readdirSync, readFileSync } from 'node:fs';
import { StateMachine } from 'xstate';
import { toMermaid } from './mermaid.ts';

const folder = new URL('../src/machines/', import.meta.url);

/** The doc comment above a machine, on one line. */
function purpose(source: string, name: string): string {
  const before = source.slice(0, source.indexOf(`export const ${name} `)).trimEnd();
  const comment = before.endsWith('*/') ? before.slice(before.lastIndexOf('/**') + 3, -2) : '';
  return comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim();
}

/** One page per machine with its purpose and diagram. Maps file names to text. */
export async function machineDocs(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .toSorted()) {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const [name, value] of Object.entries(exported)) {
      if (!(value instanceof StateMachine)) continue;
      const said = purpose(readFileSync(new URL(file, folder), 'utf8'), name);
      const page = [
        `# ${value.id}`,
        said,
        `Made from \`src/machines/${file}\` by \`npm run docs\`.`,
        '```mermaid',
        toMermaid(value),
        '```',
        '',
      ];
      pages.set(
        `${value.id}.md`,
        page.join('\n\n').replace('```mermaid\n\n', '```mermaid\n').replace('\n\n```\n', '\n```\n'),
      );
    }
  }
  return pages;
}
