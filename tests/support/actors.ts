import {
  type ActorSystem,
  type AnyActorLogic,
  type AnyActorRef,
  createActor as createXStateActor,
  type InspectionEvent,
  type SnapshotFrom,
  waitFor,
} from 'xstate';
import { callSiteOf } from './callSite.ts';
import { countTaken } from './transitions.ts';

const shownSteps = 10;
const lastSteps = new WeakMap<ActorSystem<never>, string[]>();

const valueIn = (snapshot: object) => ('value' in snapshot ? JSON.stringify(snapshot.value) : '');

/** An actor's id, or the id of its machine if it has none of its own and XState gave it its session id. */
function nameOf(actor: InspectionEvent['actorRef']): string {
  const id = 'id' in actor ? actor.id : actor.sessionId;
  const logic: unknown = Reflect.get(actor, 'logic');
  const isUnnamed = id === actor.sessionId && typeof logic === 'object' && logic !== null && 'id' in logic;
  return String(isUnnamed ? logic.id : id);
}

/** One line for each step of a machine in the actor's system: who took which event, and the state after it. */
function lineOf({ actorRef, event, snapshot }: Extract<InspectionEvent, { type: '@xstate.microstep' }>): string {
  return `  ${nameOf(actorRef)}: ${event.type} -> ${valueIn(snapshot)}`;
}

/** XState's `createActor`, which counts the transitions that the actor and its children take as taken by a rule. */
export const createActor = ((
  logic: AnyActorLogic,
  options?: { readonly inspect?: (event: InspectionEvent) => void },
) => {
  const steps: string[] = [];
  const actor = createXStateActor(logic, {
    ...options,
    inspect(event) {
      options?.inspect?.(event);
      if (event.type !== '@xstate.microstep') return;
      countTaken('rules', event._transitions);
      steps.push(event._transitions.length > 0 ? lineOf(event) : `${lineOf(event)} (nothing took it)`);
      if (steps.length > shownSteps) steps.shift();
    },
  });
  lastSteps.set(actor.system as ActorSystem<never>, steps);
  return actor;
}) as typeof createXStateActor;

/** Waits for a snapshot; the error of a wait in vain shows the last ten steps of the actor's system, at the caller's line. */
export async function until<A extends AnyActorRef>(
  actor: A,
  isReached: (snapshot: SnapshotFrom<A>) => boolean,
  timeout = 1_000,
): Promise<SnapshotFrom<A>> {
  const placed = callSiteOf(until);
  try {
    return await waitFor(actor, isReached, { timeout });
  } catch (cause) {
    const steps = lastSteps.get(actor.system as ActorSystem<never>) ?? [];
    const now = valueIn(actor.getSnapshot() as object);
    throw placed(new Error([`${nameOf(actor)} stays in ${now}; its last steps:`, ...steps].join('\n'), { cause }));
  }
}

/** An answer that the test gives, or refuses, when it wants to. */
export function held<T = void>() {
  let [give, fail]: [(value: T) => void, (cause: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((resolve, reject) => {
    [give, fail] = [resolve, reject];
  });
  return { answer: () => promise, give: (value: T) => give(value), fail: (cause: unknown) => fail(cause) };
}
