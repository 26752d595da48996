import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stages } from '../../workbench/stage/stages.tsx';
import { pathsTo, type StagedMachine } from '../../workbench/stage/worlds.ts';
import { stateNames } from '../support/graph.ts';
import { show } from '../support/render.tsx';

const jumps = (Object.keys(stages) as StagedMachine[]).flatMap((machine) =>
  [...pathsTo[machine]()].map(([state, path]) => ({ machine, state, path })),
);

test.each(jumps)('a jump leads $machine to $state', async ({ machine, state, path }) => {
  const { actor, element } = await stages[machine]();
  // The form of a sign-in starts its machine.
  if (machine === 'signIn') show(element);
  const played = await actor;
  act(() => {
    for (const event of path) played.send(event);
  });
  expect(stateNames(played.getSnapshot().value)).toContain(state);
});
