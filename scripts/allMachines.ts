import { readdirSync } from 'node:fs';
import { type AnyStateMachine, StateMachine } from 'xstate';

/** The folder of the machines. */
export const machinesFolder = new URL('../src/machines/', import.meta.url);

type Found = { readonly file: string; readonly name: string; readonly machine: AnyStateMachine };

/** Every machine with a file that exports it, and its name there. A machine that several files make for themselves comes once. */
export async function allMachines(): Promise<readonly Found[]> {
  const files = readdirSync(machinesFolder).filter((name) => name.endsWith('.ts'));
  const found = new Map<string, Found>();
  for (const file of files.toSorted()) {
    const exported: Record<string, unknown> = await import(new URL(file, machinesFolder).href);
    for (const [name, value] of Object.entries(exported))
      if (value instanceof StateMachine) found.set(value.id, { file, name, machine: value });
  }
  return [...found.values()];
}
