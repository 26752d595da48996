import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { machinesOfNow, NotReplayable, replayRecording } from '../../scripts/replayRecording.ts';
import { type MachineRecording, type RecordedMachine, readRecording } from '../../src/domain/machineRecording.ts';
import { deliveryMachine } from '../../src/machines/delivery.ts';
import { outboxMachine } from '../../src/machines/outbox.ts';
import { sessionMachine } from '../../src/machines/session.ts';
import { createMachineRecorder } from '../../src/services/machineRecorder.ts';
import { here, outbox, reply, settled, stopOutboxesAfterEachTest, stores } from '../support/outbox.ts';
import { sessionWorld } from '../support/sessionWorld.ts';

stopOutboxesAfterEachTest();
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** The recording of an outbox whose first message got no answer and was sent again, as it is read from a file. */
async function lostAnswer(): Promise<MachineRecording> {
  const { inspect, recording } = createMachineRecorder({
    now: () => Date.now(),
    showsContent: false,
    keepsEntries: false,
  });
  const { box, answersNow } = outbox({ inspection: { inspect }, answer: () => ({ outcome: 'unanswered' }) });
  await settled();
  box.write(here, reply('Take two'));
  await settled();
  answersNow(stores);
  await settled(30_000);
  const read = readRecording(JSON.stringify(recording(() => true)));
  if ('problem' in read) throw new Error(read.problem);
  return read.recording;
}

/** A machine without one transition of one state. */
function without(machine: AnyStateMachine, state: string, part: 'on' | 'after', name: string): AnyStateMachine {
  const { [state]: node, ...states } = machine.config.states ?? {};
  const { [name]: _, ...others } = (node?.[part] ?? {}) as Record<string, unknown>;
  const config = { ...machine.config, states: { ...states, [state]: { ...node, [part]: others } } };
  return createMachine(config as never, machine.implementations as never);
}

const withDelivery = (delivery: AnyStateMachine) =>
  new Map(machinesOfNow).set('outbox', (outboxMachine as AnyStateMachine).provide({ actors: { delivery } as never }));

test('the recording of a machine that has not changed has no difference', async () => {
  const recording = await lostAnswer();
  expect(recording.machines.map(({ machine }) => machine)).toEqual(['outbox']);
  expect(recording.machines[0]?.events.map(({ event }) => event.type)).toContain('xstate.after.pause.delivery.pausing');
  expect(replayRecording(recording)).toBeNull();
});

test('without one of its transitions the first difference is named', async () => {
  const { inspect, recording } = createMachineRecorder({ now: () => 0, showsContent: false, keepsEntries: false });
  const { openTab, platform } = sessionWorld();
  const tab = await openTab({ inspection: { inspect } });
  tab.session.send({ type: 'login.accepted', login: { ...platform.tokensOf('7'), renewAt: null } as never });
  const recorded = recording(({ machine }) => machine === 'session');
  expect(replayRecording(recorded)).toBeNull();
  const machines = new Map(machinesOfNow).set('session', without(sessionMachine, 'signedOut', 'on', 'login.accepted'));
  expect(replayRecording(recorded, machines)).toMatchObject({
    machine: 'session',
    actor: 'session',
    event: 'login.accepted',
    state: 'signedOut',
    expected: '{"active":{"access":"fresh","account":"loading","screen":{"open":"used"}}}',
    got: '"signedOut"',
  });
});

test('machines that answer each other without end are stopped, and the first difference is named', async () => {
  const recording = await lostAnswer();
  const [id] = recording.machines[0]?.events.flatMap(({ actor }) => /delivery\..*$/.exec(actor)?.[0] ?? []) ?? [];
  const machines = withDelivery(without(deliveryMachine, 'storing', 'on', 'turn.granted'));
  expect(replayRecording(recording, machines)).toMatchObject({
    machine: 'outbox',
    actor: `outbox/${id}`,
    event: 'xstate.done.actor.store',
    state: 'storing',
    expected: 'xstate.done.actor.store',
    got: 'turn.granted',
  });
});

test('machines that are stopped leave no failure for later', async () => {
  const recording = await lostAnswer();
  const machines = withDelivery(without(deliveryMachine, 'storing', 'on', 'turn.granted'));
  vi.clearAllTimers();
  expect(replayRecording(recording, machines)).not.toBeNull();
  // XState throws in a timer of its own what it has caught.
  expect(vi.getTimerCount()).toBe(0);
});

test('a timer that does not run any more is a difference', async () => {
  const machines = withDelivery(without(deliveryMachine, 'pausing', 'after', 'pause'));
  expect(replayRecording(await lostAnswer(), machines)).toMatchObject({
    event: 'xstate.after.pause.delivery.pausing',
    state: 'pausing',
    expected: 'a timer that ends',
    got: 'no such timer',
  });
});

test('an event that a machine sends no more is a difference', async () => {
  const quiet = (outboxMachine as AnyStateMachine).provide({ actions: { grantTurns: () => {} } as never });
  const difference = replayRecording(await lostAnswer(), new Map(machinesOfNow).set('outbox', quiet));
  expect(difference).toMatchObject({ machine: 'outbox', event: 'turn.granted' });
});

const recordingOf = (...machines: RecordedMachine[]): MachineRecording => ({
  format: 'cloudroom-machines',
  version: 1,
  recordedAt: 0,
  isMasked: true,
  machines,
});
const began = { at: 0, source: 'outside', event: { type: 'xstate.init' }, state: null } as const;

test('a recording of a machine that does not exist is refused', () => {
  const kettle = { machine: 'kettle', start: null, events: [{ ...began, actor: 'kettle' }] };
  expect(() => replayRecording(recordingOf(kettle))).toThrow(new NotReplayable('there is no machine kettle'));
});

test('a recording without any event is refused, because nothing of it could ever differ', () => {
  const quiet = { machine: 'session', start: { status: 'active', value: 'signedOut' }, events: [] };
  for (const recording of [recordingOf(), recordingOf(quiet)])
    expect(() => replayRecording(recording)).toThrow(
      new NotReplayable('it holds no event. Let the problem happen again, then save a new file'),
    );
});

test.each([
  ['{', 'is not JSON'],
  ['null', 'is not a recording: the file: Invalid input'],
  ['{"version":2}', 'has version 2; this command reads 1'],
  [`${'['.repeat(200_000)}`, 'is not JSON'],
])('a file that is no recording gets a clear answer: %#', (file, problem) => {
  const read = readRecording(file);
  expect('problem' in read ? read.problem : '').toContain(problem);
});
