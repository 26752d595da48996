import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { machinesOfNow, replayRecording } from '../../scripts/replayRecording.ts';
import { keptRecording } from '../support/keptRecordings.ts';

test('every kept recording has its test', () => {
  const files = readdirSync('tests/recordings');
  const kept = files.filter((file) => file.endsWith('.json'));
  expect(kept.filter((file) => !files.includes(file.replace('.json', '.test.ts')))).toEqual([]);
  expect(kept.length).toBeGreaterThanOrEqual(3);
});

test('a recorded consultation without its way from accepting to active names that event first', () => {
  const consultation = machinesOfNow.get('consultation') as AnyStateMachine;
  const { accepting, ...states } = consultation.config.states ?? {};
  const config = { ...consultation.config, states: { ...states, accepting: { ...accepting, invoke: [] } } };
  const changed = createMachine(config as never, consultation.implementations as never);
  const workspace = (machinesOfNow.get('workspace') as AnyStateMachine).provide({
    actors: { consultation: changed } as never,
  });
  expect(
    replayRecording(keptRecording('consultation-cutLine'), new Map(machinesOfNow).set('workspace', workspace)),
  ).toMatchObject({
    machine: 'workspace',
    actor: expect.stringMatching(/^workspace\/consultation:\d+$/),
    event: 'xstate.done.actor.accept',
    state: { accepting: 'asking' },
    expected: '"active"',
    got: '{"accepting":"asking"}',
  });
});
