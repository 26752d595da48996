import { isDeepStrictEqual } from 'node:util';
import {
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  fromCallback,
  type InspectionEvent,
  SimulatedClock,
  type StateValue,
} from 'xstate';
import { eventsIn, type MachineRecording, type RecordedMachine } from '../src/domain/machineRecording.ts';
import { consultationMachine } from '../src/machines/consultation.ts';
import { deliveryMachine } from '../src/machines/delivery.ts';
import { linkMachine } from '../src/machines/link.ts';
import { outboxMachine } from '../src/machines/outbox.ts';
import { partMachine } from '../src/machines/part.ts';
import { prescriptionMachine } from '../src/machines/prescription.ts';
import { puzzleMachine } from '../src/machines/puzzle.ts';
import { recordMachine } from '../src/machines/record.ts';
import { reviewQueueMachine } from '../src/machines/reviewQueue.ts';
import { sessionMachine } from '../src/machines/session.ts';
import { signInMachine } from '../src/machines/signIn.ts';
import { smsCodeMachine } from '../src/machines/smsCode.ts';
import { threadEntryMachine } from '../src/machines/threadEntry.ts';
import { uploadQueueMachine } from '../src/machines/uploadQueue.ts';
import { voiceMachine } from '../src/machines/voice.ts';
import { workspaceMachine } from '../src/machines/workspace.ts';

/** A place where the machines of now do something else than those that were recorded. */
export type Difference = {
  /** The recorded machine, and the actor of it: `workspace/consultation:42`. */
  readonly machine: string;
  readonly actor: string;
  /** Its place among the recorded events of that machine, from 1; null if it is not one of them. */
  readonly number: number | null;
  /** The event, and the state before it. */
  readonly event: string;
  readonly state: StateValue | null;
  readonly expected: string;
  readonly got: string;
};

/** The machines of now by their ids. */
export const machinesOfNow: ReadonlyMap<string, AnyStateMachine> = new Map(
  [
    ...[consultationMachine, deliveryMachine, linkMachine, outboxMachine, partMachine, prescriptionMachine],
    ...[puzzleMachine, recordMachine, reviewQueueMachine, sessionMachine, signInMachine, smsCodeMachine],
    ...[threadEntryMachine, uploadQueueMachine, voiceMachine, workspaceMachine],
  ].map((machine: AnyStateMachine) => [machine.id, machine]),
);

/** In a replay only machines run: what promises, observables and callbacks did comes from the recording. */
const silent = fromCallback(() => {});

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'provide' in logic;

/** The machine with its children, where nothing else runs; it ignores every event while `isOver`. */
function forReplay(machine: AnyStateMachine, isOver: () => boolean): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors).map(([name, logic]) => [
    name,
    isMachine(logic) ? forReplay(logic, isOver) : silent,
  ]);
  const alone = machine.provide({ actors: Object.fromEntries(actors) });
  const { transition } = alone;
  // An error thrown here, or by an inspector, would come back from XState in a timer.
  alone.transition = (snapshot, ...rest) => (isOver() ? snapshot : transition(snapshot, ...rest));
  return alone;
}

type Step = {
  readonly actor: string;
  readonly type: string;
  readonly before: StateValue | null;
  state: StateValue | null;
};

/** More steps than one event leads to. Machines that answer each other without end ignore what follows. */
const mostSteps = 10_000;

/** Notes what each machine below a root receives and which state it is in afterwards. */
function createTrace() {
  const paths = new WeakMap<AnyActorRef, string>();
  const byPath = new Map<string, AnyActorRef>();
  const states = new Map<string, StateValue>();
  const open: { readonly event: object; readonly step: Step }[] = [];
  let steps: Step[] = [];

  function pathOf(ref: AnyActorRef): string {
    const known = paths.get(ref);
    if (known !== undefined) return known;
    const logic: unknown = Reflect.get(ref, 'logic');
    const path = ref._parent ? `${pathOf(ref._parent)}/${ref.id}` : isMachine(logic) ? logic.id : ref.id;
    paths.set(ref, path);
    if (isMachine(logic)) byPath.set(path, ref);
    return path;
  }

  function inspect(inspected: InspectionEvent) {
    const ref = inspected.actorRef as AnyActorRef;
    const actor = pathOf(ref);
    if (byPath.get(actor) !== ref) return;
    if (inspected.type === '@xstate.event') {
      const { event } = inspected;
      const step: Step = { actor, type: event.type, before: states.get(actor) ?? null, state: null };
      steps.push(step);
      open.push({ event, step });
    }
    if (inspected.type !== '@xstate.snapshot' || !('value' in inspected.snapshot)) return;
    const state = inspected.snapshot.value as StateValue;
    states.set(actor, state);
    const at = open.findIndex((one) => one.event === inspected.event && one.step.actor === actor);
    for (const { step } of at < 0 ? [] : open.splice(at, 1)) step.state = state;
  }

  return {
    inspect,
    isOver: () => steps.length > mostSteps,
    running: (path: string) => byPath.get(path) ?? null,
    stateOf: (path: string) => states.get(path) ?? null,
    /** What happened since the last call. */
    take() {
      const taken = steps;
      steps = [];
      return taken;
    },
  };
}

const hasTimer = (actor: AnyActorRef, type: string) =>
  Object.values(actor.system.getSnapshot()._scheduledEvents).some(
    ({ target, event }) => target === actor && event.type === type,
  );

const shown = (state: unknown) => (state === null ? 'no state: it had ended' : JSON.stringify(state));

/** Compares what each machine received, and its states, with what was recorded of it. */
function createComparison(recorded: RecordedMachine) {
  type Due = RecordedMachine['events'][number] & { readonly number: number };
  const expected = new Map<string, Due[]>();
  for (const [index, received] of recorded.events.entries()) {
    const ofActor = expected.get(received.actor) ?? [];
    expected.set(received.actor, ofActor);
    ofActor.push({ ...received, number: index + 1 });
  }
  const done = new Map<string, number>();
  const { machine } = recorded;
  return {
    differs({ actor, type, before, state }: Step): Difference | null {
      const at = done.get(actor) ?? 0;
      done.set(actor, at + 1);
      const due = expected.get(actor)?.[at];
      const about = { machine, actor, number: due?.number ?? null, event: due?.event.type ?? type, state: before };
      if (!due) return { ...about, expected: 'nothing more', got: type };
      if (due.event.type !== type) return { ...about, expected: due.event.type, got: type };
      if (isDeepStrictEqual(due.state, state)) return null;
      return { ...about, expected: shown(due.state), got: shown(state) };
    },
    /** The first recorded event that no machine of now received. */
    missed(stateOf: (actor: string) => StateValue | null): Difference | null {
      const missing = [...expected].flatMap(([actor, events]) => events[done.get(actor) ?? 0] ?? []);
      const [first] = missing.sort((a, b) => a.number - b.number);
      if (!first) return null;
      const { actor, number, event } = first;
      return { machine, actor, number, event: event.type, state: stateOf(actor), expected: event.type, got: 'nothing' };
    },
  };
}

/** The lines that a person reads about a difference. */
export function describeDifference({ actor, number, event, state, expected, got }: Difference): string {
  return [
    `First difference: ${actor}${number === null ? '' : `, event ${number}`}`,
    `  event     ${event}`,
    `  in state  ${state === null ? 'none' : JSON.stringify(state)}`,
    `  expected  ${expected}`,
    `  got       ${got}`,
  ].join('\n');
}

/** A recording that cannot be replayed; its message says why. */
export class NotReplayable extends Error {}

/**
 * Sends the recorded events to the same machine as it is now and returns the first difference, or null. XState's simulated clock
 * stands still: a timer ends where the recording says so, and it is a difference if no such timer runs.
 */
export function replayMachine(
  recorded: RecordedMachine,
  machines: ReadonlyMap<string, AnyStateMachine> = machinesOfNow,
): Difference | null {
  const machine = machines.get(recorded.machine);
  if (!machine) throw new NotReplayable(`there is no machine ${recorded.machine}`);
  const trace = createTrace();
  const comparison = createComparison(recorded);
  const root = begin(forReplay(machine, trace.isOver), recorded, trace.inspect);
  if (recorded.start !== null) {
    root.start();
    trace.take();
  }
  for (const [index, { actor, source, event }] of recorded.events.entries()) {
    if (source === 'machine') continue;
    const target = trace.running(actor);
    const about = { machine: machine.id, actor, number: index + 1, event: event.type, state: trace.stateOf(actor) };
    if (!target) return { ...about, expected: 'a machine that receives it', got: 'no such machine' };
    // What was kept from the middle has lost its timers.
    if (source === 'timer' && recorded.start === null && !hasTimer(target, event.type))
      return { ...about, expected: 'a timer that ends', got: 'no such timer' };
    if (target === root && event.type === 'xstate.init') root.start();
    else target.send(event);
    // The comparison finds where steps without end began.
    for (const step of trace.take()) {
      const difference = comparison.differs(step);
      if (difference) return difference;
    }
  }
  return comparison.missed(trace.stateOf);
}

function begin(machine: AnyStateMachine, { start, input }: RecordedMachine, inspect: (event: InspectionEvent) => void) {
  const options = { clock: new SimulatedClock(), inspect, input };
  const root: AnyActorRef = createActor(machine, start === null ? options : { ...options, snapshot: start as never });
  const { status, error } = root.getSnapshot() as { status: string; error?: unknown };
  if (status === 'error')
    throw new NotReplayable(`the kept state of ${machine.id} cannot be restored: ${String(error)}`);
  // A failure of the machine is a difference and must not end the process.
  root.subscribe({ error: () => {} });
  return root;
}

/** The first difference of all machines of a recording, or null. A recording without any event is `NotReplayable`. */
export function replayRecording(
  recording: MachineRecording,
  ofNow: ReadonlyMap<string, AnyStateMachine> = machinesOfNow,
): Difference | null {
  if (eventsIn(recording) === 0)
    throw new NotReplayable('it holds no event. Let the problem happen again, then save a new file');
  for (const recorded of recording.machines) {
    const difference = replayMachine(recorded, ofNow);
    if (difference) return difference;
  }
  return null;
}
