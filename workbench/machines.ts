import { type AnyStateMachine, StateMachine } from 'xstate';

const files = import.meta.glob('../src/machines/*.ts');

let all: Promise<ReadonlyMap<string, AnyStateMachine>> | null = null;

async function load(): Promise<ReadonlyMap<string, AnyStateMachine>> {
  const modules = await Promise.all(Object.values(files).map((file) => file()));
  const exported = modules.flatMap((module) => Object.values(module as object));
  return new Map(exported.flatMap((one) => (one instanceof StateMachine ? [[one.id, one] as const] : [])));
}

/** The machines of the product by id, loaded with the first diagram. */
export const machines = (): Promise<ReadonlyMap<string, AnyStateMachine>> => (all ??= load());
