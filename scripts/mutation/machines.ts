import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path/posix';
import type { AnyStateMachine } from 'xstate';
import { allMachines } from '../allMachines.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { Verdict, Work } from './runMutants.ts';

/** A change that all tests passed, and the number of changes; one that never ended was noticed as well. */
export type MutationResult = {
  readonly subject: string;
  readonly changes: number;
  /** Changes that were not made, because they alter what is computed when a file loads. */
  readonly leftOut: number;
  readonly survivors: readonly string[];
};

const folder = 'tests/machines';
/** A change may make a machine turn for ever: its tests end after this many times the time that they take without one. */
const patience = 5;
const longestRunMs = 120_000;

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^\s*(?:import|export)[^'"]*from '(\.[^']+)'/gm)].map(([, path = '']) =>
    join(dirname(file), path),
  );

/** Whether a file imports another one, directly or through helpers of the tests and other machines. */
function reaches(file: string, wanted: string, seen: Set<string> = new Set()): boolean {
  if (file === wanted) return true;
  if (seen.has(file) || !/^(tests|src\/machines)\//.test(file)) return false;
  seen.add(file);
  return importsOf(file).some((next) => reaches(next, wanted, seen));
}

/** The tests that use a machine, those under its name first. */
function testsOf(file: string): readonly string[] {
  const name = file.replace(/\.ts$/, '');
  return readdirSync(folder)
    .filter((test) => /(?<!random)\.test\.ts$/.test(test))
    .map((test) => join(folder, test))
    .filter((test) => reaches(test, join('src/machines', file)))
    .toSorted((one, other) => Number(other.includes(`/${name}.`)) - Number(one.includes(`/${name}.`)));
}

const started = (): ChildProcess =>
  fork(new URL('runMutants.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/** The verdict on each change, in order; `endless` where the tests never ended. */
async function verdictsOn(
  files: readonly string[],
  mutants: Work['mutants'],
  patienceMs: number,
): Promise<(string | null)[]> {
  const verdicts: (string | null)[] = [];
  while (verdicts.length < mutants.length) {
    const child = started();
    child.send({ files, mutants: mutants.slice(verdicts.length) } satisfies Work);
    const isDone = await new Promise<boolean>((resolve) => {
      const end = (done: boolean) => {
        clearTimeout(timer);
        resolve(done);
      };
      let timer = setTimeout(() => end(false), patienceMs);
      child.on('message', ({ failed }: Verdict) => {
        verdicts.push(failed);
        clearTimeout(timer);
        timer = setTimeout(() => end(false), patienceMs);
      });
      child.once('exit', () => end(verdicts.length === mutants.length));
    });
    if (isDone) break;
    child.kill('SIGKILL');
    verdicts.push('endless');
  }
  return verdicts;
}

/** Deals the changes to as many processes as there are cores. */
async function verdicts(
  files: readonly string[],
  mutants: readonly Mutant[],
  patienceMs: number,
): Promise<(string | null)[]> {
  const share = Math.ceil(mutants.length / availableParallelism());
  const shares = Array.from({ length: availableParallelism() }, (_, at) => mutants.slice(at * share, (at + 1) * share));
  return (await Promise.all(shares.map((part) => verdictsOn(files, part, patienceMs)))).flat();
}

/** Changes one machine in every way and runs its tests; all of them must pass without a change. */
async function mutate(machine: AnyStateMachine): Promise<MutationResult> {
  const files = testsOf(`${machine.id}.ts`);
  const begun = performance.now();
  const [unchanged] = await verdictsOn(files, [null], longestRunMs);
  const patienceMs = patience * (performance.now() - begun);
  if (unchanged !== null) throw new Error(`The tests of ${machine.id} fail without a change: ${unchanged}`);
  const mutants = mutantsOf(machine);
  const failed = await verdicts(files, mutants, patienceMs);
  return {
    subject: machine.id,
    changes: mutants.length,
    leftOut: 0,
    survivors: mutants.filter((_, at) => failed[at] === null).map(({ label }) => label),
  };
}

/** The ids of all machines. */
export const machineIds = async (): Promise<readonly string[]> =>
  (await allMachines()).map(({ machine }) => machine.id);

/** Results of these machines, each as soon as it is known. */
export async function* mutateMachines(ids: readonly string[]): AsyncGenerator<MutationResult> {
  for (const { machine } of await allMachines()) if (ids.includes(machine.id)) yield await mutate(machine);
}
