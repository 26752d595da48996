import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { machinesOfNow } from '../../scripts/replayRecording.ts';
import { replayKept } from '../support/keptRecordings.ts';

test('every kept recording has its test', () => {
  const files = readdirSync('tests/recordings');
  const kept = files.filter((file) => file.endsWith('.json'));
  expect(kept.filter((file) => !files.includes(file.replace('.json', '.test.ts')))).toEqual([]);
  expect(kept.length).toBeGreaterThanOrEqual(3);
});

test('a kept recording fails in its test, with the lines that the command prints', () => {
  const consultation = machinesOfNow.get('consultation') as AnyStateMachine;
  const { accepting, ...states } = consultation.config.states ?? {};
  const config = { ...consultation.config, states: { ...states, accepting: { ...accepting, invoke: [] } } };
  const changed = createMachine(config as never, consultation.implementations as never);
  const workspace = (machinesOfNow.get('workspace') as AnyStateMachine).provide({
    actors: { consultation: changed } as never,
  });
  let failure: unknown;
  try {
    replayKept('consultation-cutLine', new Map(machinesOfNow).set('workspace', workspace));
  } catch (cause) {
    failure = cause;
  }
  const { message, stack } = failure as Error;
  expect(message).toMatch(
    new RegExp(
      [
        'First difference: workspace/consultation:\\d+, event \\d+',
        '  event     xstate.done.actor.accept',
        '  in state  {"accepting":"asking"}',
        '  expected  "active"',
        '  got       {"accepting":"asking"}$',
      ].join('\n'),
    ),
  );
  expect(stack?.split('\n    at ')[1]).toContain('tests/recordings/kept.test.ts');
});
