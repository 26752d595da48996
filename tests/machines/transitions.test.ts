import { expect, test } from 'vitest';
import { allMachines } from '../../scripts/allMachines.ts';
import { statesOf, transitionsOf } from '../support/transitions.ts';

const machines = await allMachines();

test('every transition of a machine has a name of its own, under which tests are counted', ({ task }) => {
  const named = machines.map(({ machine }) => [machine.id, transitionsOf(machine)] as const);
  for (const [, names] of named) expect(new Set(names).size).toBe(names.length);
  expect(new Set(named.map(([id]) => id)).size).toBe(named.length);

  task.meta.machines = Object.fromEntries(
    machines.map(({ machine }) => [
      machine.id,
      { states: statesOf(machine).length, transitions: transitionsOf(machine) },
    ]),
  );
});
