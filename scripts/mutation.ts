import { existsSync } from 'node:fs';
import { endWrongUse, readCommandLine } from './commandLine.mjs';
import { mutateFolder } from './mutation/folders.ts';
import { type MutationResult, machineIds, mutateMachines } from './mutation/machines.ts';

const ids = await machineIds();
const usage = `Changes the code in one place at a time and runs its tests; each change that no test notices is named.

  npm run mutation -- SCOPE ...

  SCOPE  machines, one machine (${ids.join(', ')}),
         or a folder or file of clinical, src/domain or src/streams
It ends with 1 where tests notice less than 90 % of the changes of a scope. docs/mutation.md lists what stays.`;
const least = 0.9;

const { positionals: scopes } = readCommandLine({ usage, positionals: Number.POSITIVE_INFINITY });
if (scopes.length === 0) endWrongUse('Name a scope. See --help.');
const isFolder = (scope: string) => /^(clinical|src\/domain|src\/streams)(\/|$)/.test(scope) && existsSync(scope);
for (const scope of scopes)
  if (scope !== 'machines' && !ids.includes(scope) && !isFolder(scope))
    endWrongUse(`There is no scope ${scope}. See --help.`);

function tell({ subject, changes, leftOut, survivors }: MutationResult): boolean {
  const noticed = changes - survivors.length;
  console.log(`${subject}: ${noticed} of ${changes} noticed (${Math.floor((100 * noticed) / changes)} %)`);
  if (leftOut > 0) console.log(`  ${leftOut} changes of values that are computed when a file loads were left out`);
  for (const survivor of survivors) console.log(`  ${survivor}`);
  return noticed >= least * changes;
}

const chosen = scopes.includes('machines') ? ids : ids.filter((id) => scopes.includes(id));
const isEnough: boolean[] = [];
for await (const result of mutateMachines(chosen)) isEnough.push(tell(result));
for (const folder of scopes.filter(isFolder)) isEnough.push(tell(await mutateFolder(folder)));
if (isEnough.includes(false)) process.exitCode = 1;
