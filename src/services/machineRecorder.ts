import { BehaviorSubject } from 'rxjs';
import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent, StateValue } from 'xstate';
import type { MachineRecording, ReceivedEvent, RecordedMachine } from '../domain/machineRecording.ts';
import { createMask, type Mask, type MaskedEvent } from '../domain/masking.ts';

/** One thing that happened. What it does not have is null or empty. */
export type MachineEntry = {
  /** Counts up by one. */
  readonly number: number;
  /** The platform's time, epoch ms. */
  readonly at: number;
  readonly kind: 'actor' | 'event' | 'microstep' | 'snapshot';
  /** XState's session id, unique in the page. */
  readonly actor: string;
  /** The actor's own id, such as `consultation:42`. */
  readonly name: string;
  readonly parent: string | null;
  /** Null for promises, observables and callbacks. */
  readonly machine: string | null;
  /** The session id of the sender; null from outside. */
  readonly source: string | null;
  readonly event: MaskedEvent | null;
  readonly state: StateValue | null;
  readonly tags: readonly string[];
  /** The fields of the context that a snapshot changed. */
  readonly difference: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
  /** `source on event (index)`; the source is a path within the machine, and `always` stands for no event. */
  readonly transitions: readonly string[];
  /** Whether a machine received the event, which is none of XState's own, and no transition took it. */
  readonly isUntaken: boolean;
};

export type RunningActor = Pick<MachineEntry, 'actor' | 'name' | 'parent' | 'machine' | 'state' | 'tags'> & {
  readonly status: 'active' | 'done' | 'error' | 'stopped';
};

type Root = {
  readonly ref: AnyActorRef;
  readonly machine: string;
  /** What it received since its state was last kept; the one before stays. `start` is null from its beginning. */
  segments: readonly { readonly start: MaskedSnapshot | null; readonly events: ReceivedEvent[] }[];
};

type Known = {
  readonly ref: AnyActorRef;
  readonly name: string;
  readonly parent: string | null;
  readonly machine: string | null;
  /** From its root down, for the replay. */
  readonly path: string;
  readonly root: Root;
  snapshot: AnyMachineSnapshot | null;
  /** What it received and has not finished. */
  readonly open: { readonly event: object; readonly received: ReceivedEvent }[];
};

type MaskedSnapshot = Exclude<RecordedMachine['start'], null>;

/** A value that others read and follow. */
type Shown<T> = Pick<BehaviorSubject<T>, 'value' | 'subscribe' | 'pipe'>;

const mostEntries = 5_000;
/** Events of one root after which its state is kept again. */
const mostInSegment = 1_000;
/** Roots that have ended and can still be read. */
const mostEnded = 10;

const machineOf = (snapshot: unknown): AnyMachineSnapshot | null =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot && 'value' in snapshot
    ? (snapshot as AnyMachineSnapshot)
    : null;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** XState's persisted snapshot with its context masked. Of promises and the like only their status stays. */
function maskedSnapshot(stored: unknown, mask: Mask): MaskedSnapshot {
  if (!isRecord(stored)) return { status: 'active' };
  const { status, value, historyValue, context, children } = stored;
  const kept = { status: String(status), output: mask.value(stored.output) ?? undefined };
  if (value === undefined) return { status: kept.status };
  const inner = isRecord(children) ? Object.entries(children) : [];
  return {
    ...kept,
    value,
    historyValue,
    context: mask.value(context),
    children: Object.fromEntries(
      inner.map(([id, child]) => [
        mask.actorId(id),
        isRecord(child) ? { ...child, snapshot: maskedSnapshot(child.snapshot, mask) } : child,
      ]),
    ),
  };
}

type Transition = Extract<InspectionEvent, { type: '@xstate.microstep' }>['_transitions'][number];

/** `source on event (index)`, the same in every table; null for entering the first state, which is no transition of them. */
export function transitionName(transition: Transition): string | null {
  const { source, eventType } = transition;
  const others = eventType === '' ? source.always : source.transitions.get(eventType);
  const index = others?.indexOf(transition) ?? -1;
  return index < 0 ? null : `${source.path.join('.')} on ${eventType || 'always'} (${index})`;
}

const namesOf = (transitions: readonly Transition[]): readonly string[] =>
  transitions.map(transitionName).filter((name) => name !== null);

function differenceOf(before: AnyMachineSnapshot | null, after: AnyMachineSnapshot, mask: Mask) {
  const [old, now] = [before?.context ?? {}, after.context];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => old[name] !== now[name]);
  return Object.fromEntries(
    changed.map((name) => {
      const [was, is] = [mask.value({ [name]: old[name] }), mask.value({ [name]: now[name] })];
      return [name, { before: Object.values(was as object)[0] ?? null, after: Object.values(is as object)[0] ?? null }];
    }),
  );
}

const machineIdOf = (ref: AnyActorRef): string | null => {
  const logic: unknown = Reflect.get(ref, 'logic');
  return isRecord(logic) && 'root' in logic ? String(logic.id) : null;
};

function sourceOf(target: AnyActorRef, sender: AnyActorRef | undefined, type: string): ReceivedEvent['source'] {
  if (sender === undefined) return 'outside';
  if (sender === target && type.startsWith('xstate.after.')) return 'timer';
  return machineIdOf(sender) === null ? 'actor' : 'machine';
}

const statusOf = ({ ref, snapshot }: Known): RunningActor['status'] => {
  // An actor that is being created has no snapshot yet.
  const now: { readonly status: RunningActor['status'] } | undefined = snapshot ?? ref.getSnapshot();
  return now?.status ?? 'active';
};

const shownActor = (actor: Known): RunningActor => ({
  actor: actor.ref.sessionId,
  name: actor.name,
  parent: actor.parent,
  machine: actor.machine,
  state: actor.snapshot?.value ?? null,
  tags: [...(actor.snapshot?.tags ?? [])],
  status: statusOf(actor),
});

const nothingMore = {
  source: null,
  event: null,
  state: null,
  tags: [],
  difference: {},
  transitions: [],
  isUntaken: false,
} as const;

function recorded({ segments, machine }: Root): RecordedMachine {
  const start = segments[0]?.start ?? null;
  const events = segments.flatMap((one) => one.events);
  const input = start === null ? events[0]?.event.input : undefined;
  return { machine, start, ...(input === undefined ? {} : { input }), events };
}

type Needs = {
  /** The platform's time, epoch ms. */
  readonly now: () => number;
  /** Whether typed text and patients' data are shown, which only the demonstration may. Tokens and passwords never are. */
  readonly showsContent: boolean;
  /** Whether there are entries and actors to look at, besides the recording. */
  readonly keepsEntries: boolean;
};

/**
 * Records what happens in machines: the last 5,000 events, microsteps and snapshots to look at, and what each root received,
 * for a replay. Everything is masked when it is recorded.
 */
export function createMachineRecorder({ now, showsContent, keepsEntries }: Needs) {
  const mask = createMask({ showsContent });
  const entries$ = new BehaviorSubject<readonly MachineEntry[]>([]);
  const actors$ = new BehaviorSubject<readonly RunningActor[]>([]);
  const met = new WeakMap<AnyActorRef, Known>();
  const running = new Set<Known>();
  const roots = new Set<Root>();
  const ends: (() => void)[] = [];
  let ring: MachineEntry[] = [];
  let count = 0;
  let isPublishing = false;

  /** Begins a new segment when the one before is full. No machine may be in the middle of an event. */
  function keepState(root: Root) {
    const last = root.segments.at(-1);
    if (!last || last.events.length < mostInSegment || root.ref.getSnapshot().status !== 'active') return;
    root.segments = [last, { start: maskedSnapshot(root.ref.getPersistedSnapshot(), mask), events: [] }];
  }

  /** Runs once after all that happens together. */
  function publish() {
    if (isPublishing) return;
    isPublishing = true;
    queueMicrotask(() =>
      safely(() => {
        isPublishing = false;
        for (const actor of running) if (statusOf(actor) !== 'active') running.delete(actor);
        for (const root of roots) keepState(root);
        const ended = [...roots].filter(({ ref }) => statusOf(meet(ref, null)) !== 'active');
        for (const root of ended.slice(0, -mostEnded)) roots.delete(root);
        if (!keepsEntries) return;
        ring = ring.slice(-mostEntries);
        entries$.next([...ring]);
        actors$.next([...running].map(shownActor));
      }),
    );
  }

  function note({ ref, name, parent, machine }: Known, entry: Pick<MachineEntry, 'kind'> & Partial<MachineEntry>) {
    const about = { number: count++, at: now(), actor: ref.sessionId, name, parent, machine };
    ring.push({ ...about, ...nothingMore, ...entry });
    // Cut in large steps, because each cut copies the ring.
    if (ring.length > 2 * mostEntries) ring = ring.slice(-mostEntries);
  }

  function meet(ref: AnyActorRef, start: MaskedSnapshot | null): Known {
    const before = met.get(ref);
    if (before) return before;
    const parent = ref._parent ? meet(ref._parent, start) : null;
    const machine = machineIdOf(ref);
    const name = parent ? mask.actorId(ref.id) : (machine ?? ref.id);
    const path = parent ? `${parent.path}/${name}` : name;
    const root = parent?.root ?? { ref, machine: name, segments: [{ start, events: [] }] };
    const own = { ref, name, parent: parent?.ref.sessionId ?? null, machine, path, root };
    const actor: Known = { ...own, snapshot: null, open: [] };
    met.set(ref, actor);
    running.add(actor);
    if (!parent && machine !== null) roots.add(root);
    return actor;
  }

  function receive(actor: Known, event: { readonly type: string }, sender: AnyActorRef | undefined) {
    const masked = mask.event(event);
    if (keepsEntries) note(actor, { kind: 'event', event: masked, source: sender?.sessionId ?? null });
    if (actor.machine === null) return;
    const source = sourceOf(actor.ref, sender, event.type);
    // What machines send each other they send again in a replay.
    const kept = source === 'machine' ? { type: masked.type } : masked;
    const received: ReceivedEvent = { at: now(), actor: actor.path, source, event: kept, state: null };
    actor.root.segments.at(-1)?.events.push(received);
    actor.open.push({ event, received });
  }

  function finish({ open }: Known, event: object, state: ReceivedEvent['state']) {
    const at = open.findIndex((one) => one.event === event);
    const [one] = at < 0 ? [] : open.splice(at, 1);
    if (one) one.received.state = state;
  }

  function record(inspected: InspectionEvent) {
    // XState types only the surface of an inspected actor.
    const ref = inspected.actorRef as AnyActorRef;
    const actor = meet(ref, null);
    publish();
    if (inspected.type === '@xstate.event')
      return receive(actor, inspected.event, inspected.sourceRef as AnyActorRef | undefined);
    if (inspected.type === '@xstate.actor') return keepsEntries ? note(actor, { kind: 'actor' }) : undefined;
    if (inspected.type !== '@xstate.microstep' && inspected.type !== '@xstate.snapshot') return;
    const snapshot = machineOf(inspected.snapshot);
    if (!snapshot) return;
    const before = actor.snapshot;
    if (inspected.type === '@xstate.snapshot') {
      actor.snapshot = snapshot;
      finish(actor, inspected.event, snapshot.value);
    }
    if (!keepsEntries) return;
    const about = { event: mask.event(inspected.event), state: snapshot.value, tags: [...snapshot.tags] };
    if (inspected.type === '@xstate.snapshot')
      return note(actor, { kind: 'snapshot', ...about, difference: differenceOf(before, snapshot, mask) });
    const transitions = namesOf(inspected._transitions);
    // Of XState's own events a machine need take none: an error that it must take ends it.
    const isUntaken = inspected._transitions.length === 0 && !inspected.event.type.startsWith('xstate.');
    note(actor, { kind: 'microstep', ...about, transitions, isUntaken });
  }

  let isBroken = false;

  /** A fault of the recorder ends the recording and never reaches the machines. */
  function safely(run: () => void) {
    if (isBroken) return;
    try {
      run();
    } catch {
      isBroken = true;
      close();
    }
  }

  const inspect = (inspected: InspectionEvent) => safely(() => record(inspected));

  function close() {
    for (const end of ends.splice(0)) end();
  }

  /** A running actor and all below it, with the state that they are in. */
  function meetAll(ref: AnyActorRef, start: MaskedSnapshot) {
    const actor = meet(ref, start);
    actor.snapshot = machineOf(ref.getSnapshot());
    for (const child of Object.values(actor.snapshot?.children ?? {})) if (child) meetAll(child as AnyActorRef, start);
  }

  return {
    inspect,
    /** Records a running actor from now on, beginning with the state that it is in. */
    attach(root: AnyActorRef) {
      if (met.has(root)) return;
      safely(() => {
        meetAll(root, maskedSnapshot(root.getPersistedSnapshot(), mask));
        const { unsubscribe } = root.system.inspect(inspect);
        ends.push(unsubscribe);
        publish();
      });
    },
    entries$: entries$ as Shown<readonly MachineEntry[]>,
    /** Parents before children. One that has ended leaves the list. */
    actors$: actors$ as Shown<readonly RunningActor[]>,
    /** What the replay needs of these machines. */
    recording(isChosen: (root: { readonly actor: string; readonly machine: string }) => boolean): MachineRecording {
      const chosen = [...roots].filter(({ ref, machine }) => isChosen({ actor: ref.sessionId, machine }));
      return {
        format: 'cloudroom-machines',
        version: 1,
        recordedAt: now(),
        isMasked: !showsContent,
        machines: chosen.map(recorded),
      };
    },
    close,
  };
}
