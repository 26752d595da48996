import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import type { TestModule } from 'vitest/node';

/** A rule is a test that a person wrote for an actor; a graph test walks through all states that its events reach. */
export type TakenBy = 'rules' | 'graph';

type Names = Readonly<Record<string, readonly string[]>>;

declare module 'vitest' {
  interface TaskMeta {
    /** Transitions that a test file took, by machine. */
    taken?: { readonly [By in TakenBy]: Names };
    /** Every machine with its transitions and its number of states. */
    machines?: Readonly<Record<string, { readonly states: number; readonly transitions: readonly string[] }>>;
  }
}

type Machines = NonNullable<import('vitest').TaskMeta['machines']>;
type Taken = { readonly [By in TakenBy]: ReadonlyMap<string, ReadonlySet<string>> };

/** What tests take of one machine, by name of its transitions. */
export type Coverage = {
  readonly machine: string;
  readonly states: number;
  readonly transitions: Readonly<Record<string, readonly TakenBy[]>>;
};

const folder = 'tests/machines';
const leastByRules = 0.9;
const ways = ['rules', 'graph'] as const;

/** What tests take of each machine. Names that a machine does not have are left out. */
export const coverageOf = (machines: Machines, taken: Taken): readonly Coverage[] =>
  Object.entries(machines).map(([machine, { states, transitions }]) => ({
    machine,
    states,
    transitions: Object.fromEntries(
      transitions.map((name) => [name, ways.filter((by) => taken[by].get(machine)?.has(name))]),
    ),
  }));

const countOf = ({ transitions }: Coverage, isCounted: (by: readonly TakenBy[]) => boolean) =>
  Object.values(transitions).filter(isCounted).length;

const counts = (of: Coverage) => ({
  all: countOf(of, () => true),
  taken: countOf(of, (by) => by.length > 0),
  rules: countOf(of, (by) => by.includes('rules')),
  graph: countOf(of, (by) => by.includes('graph')),
});

const namesOf = ({ transitions }: Coverage, isMeant: (by: readonly TakenBy[]) => boolean) =>
  Object.entries(transitions).flatMap(([name, by]) => (isMeant(by) ? [name] : []));

/** What breaks the rule that all transitions are taken and nine of ten by rules, with the names. */
export const coverageProblems = (all: readonly Coverage[]): readonly string[] =>
  all.flatMap((of) => {
    const { all: total, rules } = counts(of);
    const untaken = namesOf(of, (by) => by.length === 0);
    const withoutRule = namesOf(of, (by) => !by.includes('rules'));
    return [
      ...(untaken.length > 0 ? [`No test takes these transitions of ${of.machine}: ${untaken.join(', ')}`] : []),
      ...(rules < leastByRules * total
        ? [`Rules take ${rules} of ${total} transitions of ${of.machine}, not: ${withoutRule.join(', ')}`]
        : []),
    ];
  });

const percent = (part: number, whole: number) => `${part} (${Math.floor((100 * part) / whole)} %)`;

/** The page of all machines: its table of states and transitions, and how tests take them. */
export function coveragePage(all: readonly Coverage[]): string {
  const rows = all.map((of) => {
    const { all: total, taken, rules, graph } = counts(of);
    return { name: `[${of.machine}](${of.machine}.md)`, states: of.states, total, taken, rules, graph };
  });
  const sum = (column: 'states' | 'total' | 'taken' | 'rules' | 'graph') =>
    rows.reduce((before, row) => before + row[column], 0);
  const whole = {
    name: 'all',
    states: sum('states'),
    total: sum('total'),
    taken: sum('taken'),
    rules: sum('rules'),
    graph: sum('graph'),
  };
  return [
    '# Machines',
    '',
    'Made by `npm run docs`, from the code and from a run of `tests/machines`. `npm test` fails where a transition is taken by no test,',
    'where rules take less than 90 % of a machine, and where this page says something else than the run.',
    'A rule is a test that a person wrote; a graph test walks through every state that its events reach.',
    '',
    '| Machine | States | Transitions | Taken | By rules | By graph |',
    '|---|---|---|---|---|---|',
    ...[...rows, whole].map(
      ({ name, states, total, taken, rules, graph }) =>
        `| ${name} | ${states} | ${total} | ${percent(taken, total)} | ${percent(rules, total)} | ${percent(graph, total)} |`,
    ),
    '',
  ].join('\n');
}

/** How each transition is taken, for the colours of the workbench. */
export const coverageFile = (all: readonly Coverage[]): string =>
  `${JSON.stringify(Object.fromEntries(all.map(({ machine, transitions }) => [machine, transitions])), null, 2)}\n`;

const ofMachines = (modules: readonly TestModule[]) =>
  modules.filter(({ relativeModuleId }) => relativeModuleId.startsWith(`${folder}/`));

function hasEveryFile(run: readonly TestModule[]): boolean {
  const names = new Set(run.map(({ relativeModuleId }) => relativeModuleId));
  const files = readdirSync(folder).filter((name) => /(?<!random)\.test\.ts$/.test(name));
  return files.every((name) => names.has(join(folder, name)));
}

/** The coverage of a run that has every test of the machines and skipped none; otherwise null. */
export function coverageIn(modules: readonly TestModule[]): readonly Coverage[] | null {
  const run = ofMachines(modules);
  if (!hasEveryFile(run)) return null;
  const tests = run.flatMap((module) => [...module.children.allTests()]);
  if (tests.some((test) => test.result().state !== 'passed')) return null;

  const machines = tests.map((test) => test.meta().machines).find((found) => found !== undefined) ?? {};
  const takenBy = (by: TakenBy) => {
    const all = new Map<string, Set<string>>();
    for (const module of run)
      for (const [machine, transitions] of Object.entries(module.meta().taken?.[by] ?? {}))
        all.set(machine, new Set([...(all.get(machine) ?? []), ...transitions]));
    return all;
  };
  return coverageOf(machines, { rules: takenBy('rules'), graph: takenBy('graph') });
}

/** Says why a run of all tests of the machines counted nothing; null if it counted, or was of some tests alone. */
export const uncounted = (modules: readonly TestModule[]): string | null =>
  hasEveryFile(ofMachines(modules)) && coverageIn(modules) === null
    ? `The transitions are counted once every test of ${folder} passes.`
    : null;

/** What is wrong with the transitions that a run took, or with the page that counts them. */
export function machineProblems(modules: readonly TestModule[]): readonly string[] {
  const coverage = coverageIn(modules);
  if (coverage === null) return [];
  const pages = { 'README.md': coveragePage(coverage), 'coverage.json': coverageFile(coverage) };
  const old = Object.entries(pages).filter(
    ([file, text]) => readFileSync(join('docs/machines', file), 'utf8') !== text,
  );
  return [
    ...coverageProblems(coverage),
    ...old.map(([file]) => `docs/machines/${file} is not what the tests take today: npm run docs`),
  ];
}
