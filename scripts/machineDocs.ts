import { readFileSync } from 'node:fs';
import { allMachines, machinesFolder } from './allMachines.ts';
import { toMermaid } from './mermaid.ts';

/** The doc comment above a machine, on one line. */
function purpose(source: string, name: string): string {
  const before = source.slice(0, source.indexOf(`export const ${name} `)).trimEnd();
  const comment = before.endsWith('*/') ? before.slice(before.lastIndexOf('/**') + 3, -2) : '';
  return comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim();
}

/** One page per machine with its purpose and diagram. Maps file names to text. */
export async function machineDocs(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const { file, name, machine } of await allMachines()) {
    const said = purpose(readFileSync(new URL(file, machinesFolder), 'utf8'), name);
    const page = [
      `# ${machine.id}`,
      said,
      `Made from \`src/machines/${file}\` by \`npm run docs\`.`,
      '```mermaid',
      toMermaid(machine),
      '```',
      '',
    ];
    pages.set(
      `${machine.id}.md`,
      page.join('\n\n').replace('```mermaid\n\n', '```mermaid\n').replace('\n\n```\n', '\n```\n'),
    );
  }
  return pages;
}
