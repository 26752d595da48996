import { expect, test } from 'vitest';
import { stages } from '../../workbench/stage/stages.tsx';
import { pathsTo, type StagedMachine } from '../../workbench/stage/worlds.ts';
import { stateNames } from '../support/graph.ts';

const jumps = (Object.keys(stages) as StagedMachine[]).flatMap((machine) =>
  [...pathsTo[machine]()].map(([state, path]) => ({ machine, state, path })),
);

test.each(jumps)('a jump leads $machine to $state', async ({ machine, state, path }) => {
  const { actor } = await stages[machine]();
  for (const event of path) actor.send(event);
  expect(stateNames(actor.getSnapshot().value)).toContain(state);
});
