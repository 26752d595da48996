import type { AnyStateMachine, AnyStateNode } from 'xstate';

type Path = readonly (string | number)[];

/** One change of a machine's configuration: the value at a path becomes another one, or is taken away. */
export type Mutant = {
  readonly machine: string;
  readonly path: Path;
  /** Without it the value is taken away. */
  readonly to?: string;
  /** What is changed, in words. */
  readonly label: string;
};

type Config = { readonly [key: string]: unknown };
type Found = Omit<Mutant, 'machine'>;

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listed = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Paths of the entries of a value that may be one or a list. */
const entries = (value: unknown, path: Path): readonly (readonly [unknown, Path])[] =>
  Array.isArray(value)
    ? value.map((one, at) => [one, [...path, at]] as const)
    : listed(value).map((one) => [one, path]);

const nameOf = (action: unknown): string =>
  typeof action === 'string'
    ? action
    : typeof action === 'object' && action !== null && 'type' in action
      ? String(action.type)
      : 'an unnamed action';

const actionsIn = (value: unknown, path: Path, where: string): readonly Found[] =>
  entries(value, path).map(([action, at]) => ({ path: at, label: `${where} without ${nameOf(action)}` }));

const below = (node: AnyStateNode | undefined, keys: readonly string[]) =>
  keys.reduce<AnyStateNode | undefined>((at, key) => at?.states[key], node);

/** The state that a target names, as seen from the state that has the transition. */
function targetOf(node: AnyStateNode, target: string): AnyStateNode | undefined {
  if (target.startsWith('#')) return node.machine.getStateNodeById(target);
  return target.startsWith('.') ? below(node, target.slice(1).split('.')) : below(node.parent, target.split('.'));
}

/** A state beside the target; the transition leads there instead. */
function besides(node: AnyStateNode, target: string): string | undefined {
  const meant = targetOf(node, target);
  if (!meant?.parent) return undefined;
  const siblings = Object.values(meant.parent.states) as AnyStateNode[];
  const place = siblings.indexOf(meant);
  const other = [...siblings.slice(place + 1), ...siblings.slice(0, place)][0];
  return other === undefined ? undefined : `#${other.id}`;
}

function targetIn(node: AnyStateNode, target: unknown, path: Path, where: string): readonly Found[] {
  if (typeof target !== 'string') return [];
  const to = besides(node, target);
  return to === undefined ? [] : [{ path, to, label: `${where} leads to ${to} instead of ${target}` }];
}

function inTransition(node: AnyStateNode, value: unknown, path: Path, where: string): readonly Found[] {
  if (!isConfig(value)) return targetIn(node, value, path, where);
  return [
    ...(value.guard === undefined ? [] : [{ path: [...path, 'guard'], label: `${where} without its guard` }]),
    ...actionsIn(value.actions, [...path, 'actions'], where),
    ...targetIn(node, value.target, [...path, 'target'], where),
  ];
}

const transitionsIn = (node: AnyStateNode, value: unknown, path: Path, where: string): readonly Found[] =>
  entries(value, path).flatMap(([one, at]) => {
    const which = Array.isArray(value) ? `${where} (${at.at(-1)})` : where;
    return [{ path: at, label: `without ${which}` }, ...inTransition(node, one, at, which)];
  });

const byKey = (node: AnyStateNode, value: unknown, path: Path, where: (key: string) => string): readonly Found[] =>
  Object.entries(isConfig(value) ? value : {}).flatMap(([key, one]) =>
    transitionsIn(node, one, [...path, key], where(key)),
  );

function inState(node: AnyStateNode, config: Config, path: Path): readonly Found[] {
  const name = node.path.join('.') || node.machine.id;
  const invoked = entries(config.invoke, [...path, 'invoke']).flatMap(([one, at]) =>
    isConfig(one)
      ? ['onDone', 'onError', 'onSnapshot'].flatMap((key) =>
          transitionsIn(node, one[key], [...at, key], `${name} on ${key.slice(2).toLowerCase()} of ${String(one.id)}`),
        )
      : [],
  );
  return [
    ...byKey(node, config.on, [...path, 'on'], (event) => `${name} on ${event}`),
    ...byKey(node, config.after, [...path, 'after'], (delay) => `${name} after ${delay}`),
    ...transitionsIn(node, config.always, [...path, 'always'], `${name} always`),
    ...transitionsIn(node, config.onDone, [...path, 'onDone'], `${name} once done`),
    ...invoked,
    ...actionsIn(config.entry, [...path, 'entry'], `entry of ${name}`),
    ...actionsIn(config.exit, [...path, 'exit'], `exit of ${name}`),
    ...Object.entries(isConfig(config.states) ? config.states : {}).flatMap(([key, child]) => {
      const childNode = node.states[key];
      return childNode && isConfig(child) ? inState(childNode, child, [...path, 'states', key]) : [];
    }),
  ];
}

/** Every single change of a machine: a transition, guard or action away, or another target. */
export const mutantsOf = (machine: AnyStateMachine): readonly Mutant[] =>
  inState(machine.root, machine.config as Config, []).map((found) => ({ machine: machine.id, ...found }));

/** A copy of a configuration with one change; the original stays. */
export function changed(
  value: unknown,
  { path, to }: { readonly path: Path; readonly to?: string | undefined },
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const at = Number(key);
    const removed = rest.length === 0 && to === undefined;
    return removed ? value.toSpliced(at, 1) : value.with(at, changed(value[at], { path: rest, to }));
  }
  const { [key]: old, ...others } = value as Config;
  return rest.length === 0 && to === undefined ? others : { ...others, [key]: changed(old, { path: rest, to }) };
}
