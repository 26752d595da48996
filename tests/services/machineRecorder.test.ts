import { expect, test, vi } from 'vitest';
import { assign, fromPromise, sendTo, setup, waitFor } from 'xstate';
import { readRecording } from '../../src/domain/machineRecording.ts';
import { sessionMachine } from '../../src/machines/session.ts';
import { createMachineRecorder } from '../../src/services/machineRecorder.ts';
import { createActor } from '../support/actors.ts';
import { transitionsOf } from '../support/transitions.ts';

const timer = setup({ types: { events: {} as { type: 'ring.requested' } } }).createMachine({
  id: 'timer',
  initial: 'off',
  states: { off: { on: { 'ring.requested': 'on' } }, on: { tags: 'loud' } },
});

const lamp = setup({
  types: { events: {} as { type: 'lamp.pressed'; note: string } | { type: 'lamp.shaken' } },
  actors: { look: fromPromise<string>(async () => 'Anna'), timer },
}).createMachine({
  id: 'lamp',
  context: { note: '', token: '' },
  initial: 'off',
  invoke: { id: 'timer', src: 'timer' },
  states: {
    off: {
      on: {
        'lamp.pressed': {
          target: 'on',
          actions: [assign({ note: ({ event }) => event.note }), sendTo('timer', { type: 'ring.requested' })],
        },
      },
    },
    on: { tags: 'bright', invoke: { id: 'look', src: 'look', onDone: { target: 'seen' } } },
    seen: { after: { 10: 'off' } },
  },
});

const inMicrotask = () => Promise.resolve();

function recorded({ showsContent = false, keepsEntries = true } = {}) {
  let at = 1_000;
  const recorder = createMachineRecorder({ now: () => at++, showsContent, keepsEntries });
  const actor = createActor(lamp, { inspect: recorder.inspect }).start();
  return { recorder, actor };
}

const all = () => true;

test('each event shows who sent it, which transition took it and what it changed', async () => {
  const { recorder, actor } = recorded();
  actor.send({ type: 'lamp.pressed', note: 'Headache' });
  await waitFor(actor, (now) => now.matches('seen'));
  await inMicrotask();
  const entries = recorder.entries$.value;
  const pressed = entries.filter(({ event, machine }) => event?.type === 'lamp.pressed' && machine === 'lamp');
  expect(pressed.map(({ kind, source, event }) => ({ kind, source, event }))).toEqual([
    { kind: 'event', source: null, event: { type: 'lamp.pressed', note: 'xxxxxxxx' } },
    ...['microstep', 'snapshot'].map((kind) => ({
      kind,
      source: null,
      event: { type: 'lamp.pressed', note: 'xxxxxxxx' },
    })),
  ]);
  expect(pressed[1]).toMatchObject({
    transitions: ['off on lamp.pressed (0)'],
    state: 'on',
    tags: ['bright'],
    isUntaken: false,
  });
  expect(pressed[2]?.difference).toEqual({ note: { before: '', after: 'xxxxxxxx' } });
  const rung = entries.find(({ kind, event }) => kind === 'event' && event?.type === 'ring.requested');
  expect([rung?.name, rung?.source]).toEqual(['timer', actor.sessionId]);
});

test('transitions have the names of the table of coverage', async () => {
  const recorder = createMachineRecorder({ now: () => 0, showsContent: false, keepsEntries: true });
  const actor = createActor(sessionMachine, { inspect: recorder.inspect }).start();
  await waitFor(actor, (now) => !now.matches('booting'));
  await inMicrotask();
  const taken = recorder.entries$.value.flatMap(({ transitions }) => transitions);
  expect(taken).toEqual(['booting.configuring on xstate.error.actor.configure (0)']);
  expect(transitionsOf(sessionMachine)).toEqual(expect.arrayContaining(taken));
});

test('an event that nothing takes is marked', async () => {
  const { recorder, actor } = recorded();
  actor.send({ type: 'lamp.shaken' });
  await inMicrotask();
  const untaken = recorder.entries$.value.filter(({ isUntaken }) => isUntaken);
  expect(untaken.map(({ event, state }) => [event?.type, state])).toEqual([['lamp.shaken', 'off']]);
});

test('an end of an actor that nobody waits for is not marked as an event that nothing took', async () => {
  const idle = setup({ actors: { look: fromPromise(async () => 'Anna') } }).createMachine({ invoke: { src: 'look' } });
  const recorder = createMachineRecorder({ now: () => 0, showsContent: false, keepsEntries: true });
  createActor(idle, { inspect: recorder.inspect }).start();
  const ended = () => recorder.entries$.value.filter(({ event }) => event?.type.startsWith('xstate.done.actor.'));
  await vi.waitFor(() => expect(ended().map(({ kind }) => kind)).toContain('microstep'));
  expect(ended().filter(({ isUntaken }) => isUntaken)).toEqual([]);
});

test('the actors are a tree with their states, and one that ends leaves it', async () => {
  const { recorder, actor } = recorded();
  await inMicrotask();
  const shown = () =>
    recorder.actors$.value.map(({ name, parent, machine, state }) => ({ name, parent, machine, state }));
  expect(shown()).toEqual([
    { name: 'lamp', parent: null, machine: 'lamp', state: 'off' },
    { name: 'timer', parent: actor.sessionId, machine: 'timer', state: 'off' },
  ]);
  actor.send({ type: 'lamp.pressed', note: '' });
  await inMicrotask();
  expect(shown().map(({ name, state }) => [name, state])).toEqual([
    ['lamp', 'on'],
    ['timer', 'on'],
    ['look', null],
  ]);
  actor.stop();
  await inMicrotask();
  expect(shown()).toEqual([]);
});

test('the last five thousand entries stay', async () => {
  const { recorder, actor } = recorded();
  for (let sent = 0; sent < 6_000; sent += 1) actor.send({ type: 'lamp.shaken' });
  await inMicrotask();
  const { length, 0: first, [length - 1]: last } = recorder.entries$.value;
  expect([length, (last?.number ?? 0) - (first?.number ?? 0)]).toEqual([5_000, 4_999]);
});

test('a recording holds what came from outside, from actors and timers, and the states after it', async () => {
  const { recorder, actor } = recorded({ keepsEntries: false });
  actor.send({ type: 'lamp.pressed', note: 'Headache' });
  await waitFor(actor, (now) => now.matches('seen'));
  await waitFor(actor, (now) => now.matches('off'));
  const [lampRecording] = recorder.recording(all).machines;
  expect(lampRecording?.events.map(({ actor: of, source, event, state }) => [of, source, event.type, state])).toEqual([
    ['lamp', 'outside', 'xstate.init', 'off'],
    ['lamp/timer', 'machine', 'xstate.init', 'off'],
    ['lamp', 'outside', 'lamp.pressed', 'on'],
    ['lamp/timer', 'machine', 'ring.requested', 'on'],
    ['lamp', 'actor', 'xstate.done.actor.look', 'seen'],
    ['lamp', 'timer', 'xstate.after.10.lamp.seen', 'off'],
  ]);
  expect(JSON.stringify(recorder.recording(all))).not.toMatch(/Headache|Anna/);
  expect(recorder.entries$.value).toEqual([]);
});

test('a recording is read again from its file', () => {
  const { recorder, actor } = recorded();
  actor.send({ type: 'lamp.pressed', note: 'Headache' });
  const file = JSON.stringify(recorder.recording(all));
  expect(readRecording(file)).toEqual({ recording: JSON.parse(file) });
});

test('a machine that runs already is recorded from the state that it is in', async () => {
  const recorder = createMachineRecorder({ now: () => 0, showsContent: false, keepsEntries: true });
  const actor = createActor(lamp).start();
  actor.send({ type: 'lamp.pressed', note: 'Headache' });
  recorder.attach(actor);
  await waitFor(actor, (now) => now.matches('seen'));
  await inMicrotask();
  expect(recorder.actors$.value.map(({ name, state }) => [name, state])).toEqual([
    ['lamp', 'seen'],
    ['timer', 'on'],
  ]);
  const [one] = recorder.recording(all).machines;
  expect(one?.start).toMatchObject({ status: 'active', value: 'on', context: { note: 'xxxxxxxx' } });
  expect(one?.start?.children).toMatchObject({ timer: { src: 'timer', snapshot: { value: 'on' } } });
  expect(one?.events.map(({ event }) => event.type)).toEqual(['xstate.done.actor.look']);
  recorder.close();
  actor.send({ type: 'lamp.shaken' });
  expect(recorder.recording(all).machines[0]?.events.length).toBe(1);
});

test('a fault of the recorder ends the recording and not the machine', () => {
  const { recorder, actor } = recorded();
  const event = { type: 'lamp.pressed', note: '' } as const;
  Object.defineProperty(event, 'broken', {
    enumerable: true,
    get() {
      throw new Error('not readable');
    },
  });
  actor.send(event);
  expect(actor.getSnapshot().value).toBe('on');
  const count = recorder.recording(all).machines[0]?.events.length;
  actor.send({ type: 'lamp.shaken' });
  expect(recorder.recording(all).machines[0]?.events.length).toBe(count);
});

test('of a long run the state is kept again, and what came before the last two is dropped', async () => {
  const { recorder, actor } = recorded({ keepsEntries: false });
  for (let sent = 0; sent < 9_000; sent += 1) {
    actor.send({ type: 'lamp.shaken' });
    if (sent % 1_000 === 0) await inMicrotask();
  }
  await inMicrotask();
  const [one] = recorder.recording(all).machines;
  expect(one?.start).toMatchObject({ value: 'off' });
  expect(one?.events.length).toBeLessThan(4_000);
});
