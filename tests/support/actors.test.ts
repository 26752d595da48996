import { expect, test } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { createActor, held, until } from './actors.ts';

/** The first line of a stack that says where. */
const firstCallIn = (stack = '') => stack.split('\n').find((line) => line.startsWith('    at '));

const lamp = setup({
  types: { events: {} as { type: 'pressed' } | { type: 'shaken' } },
  actors: { warmUp: fromPromise<void>(async () => {}) },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { pressed: 'warming' } },
    warming: { invoke: { id: 'warmUp', src: 'warmUp', onDone: 'lit', onError: 'off' } },
    lit: { type: 'final' },
  },
});

test('a wait in vain shows the last ten steps, and what nothing took', async () => {
  const actor = createActor(lamp.provide({ actors: { warmUp: fromPromise(held().answer) } }), { id: 'lamp' }).start();
  for (let times = 0; times < 10; times += 1) actor.send({ type: 'shaken' });
  actor.send({ type: 'pressed' });
  const failure = until(actor, (now) => now.matches('lit'), 1);
  await expect(failure).rejects.toThrow(
    ['lamp stays in "warming"; its last steps:', ...Array(9).fill('  lamp: shaken -> "off" (nothing took it)')].join(
      '\n',
    ),
  );
  await expect(failure).rejects.toThrow('  lamp: pressed -> "warming"');
});

test('a wait in vain names a root by its machine, and fails at the line that waits', async () => {
  const actor = createActor(lamp).start();
  actor.send({ type: 'shaken' });
  const failure = await until(actor, (now) => now.matches('lit'), 1).catch((cause: unknown) => cause as Error);
  const { message, stack } = failure as Error;
  expect(message).toBe(
    ['lamp stays in "off"; its last steps:', '  lamp: shaken -> "off" (nothing took it)'].join('\n'),
  );
  expect(firstCallIn(stack)).toContain('tests/support/actors.test.ts');
});

test('an answer comes when the test gives or refuses it', async () => {
  const answers = [held(), held()];
  const warmUp = fromPromise<void>(() => answers.shift()?.answer() ?? Promise.resolve());
  const [refused, given] = answers;
  const actor = createActor(lamp.provide({ actors: { warmUp } })).start();
  actor.send({ type: 'pressed' });
  refused?.fail(new Error('no power'));
  await until(actor, (now) => now.matches('off'));
  actor.send({ type: 'pressed' });
  given?.give();
  await until(actor, (now) => now.matches('lit'));
});
