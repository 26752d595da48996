import type { AnyStateMachine, AnyStateNode } from 'xstate';

const idOf = (node: AnyStateNode) => node.path.join('_') || node.key;

/** Readable event names: `done: save` for an invoked actor's end, `after quiet` for a delay. */
const spoken = (event: string): string =>
  event
    .replace(/^xstate\.done\.actor\.(?:\d+\.)?(.+)$/, 'done: $1')
    .replace(/^xstate\.error\.actor\.(?:\d+\.)?(.+)$/, 'failed: $1')
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')
    .replace(/^xstate\.done\.state\..*$/, 'done')
    .replace(/^$/, 'always');

const guardName = (guard: unknown): string =>
  typeof guard === 'string'
    ? guard
    : typeof guard === 'function' && 'outcome' in guard
      ? String(guard.outcome)
      : guard && typeof guard === 'object' && 'type' in guard
        ? String(guard.type)
        : '';

type Arrow = { readonly transition: string; readonly line: string };

/** The arrows of a state's transitions; one that stays in its state has none. */
function arrowsOf(node: AnyStateNode): readonly Arrow[] {
  return [...node.transitions.values(), node.always ?? []].flatMap((siblings) =>
    siblings.flatMap(({ target, eventType, guard }, at) => {
      const label = [spoken(eventType), guardName(guard) && `[${guardName(guard)}]`].filter(Boolean).join(' ');
      const transition = `${node.path.join('.')} on ${eventType || 'always'} (${at})`;
      return (target ?? []).map((to: AnyStateNode) => ({
        transition,
        line: `${idOf(node)} --> ${idOf(to)} : ${label}`,
      }));
    }),
  );
}

const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];

/** The states in a state, each with its first one. */
function block(node: AnyStateNode, indent: string): string[] {
  const children = Object.values(node.states) as AnyStateNode[];
  const initial = node.type === 'parallel' ? [] : (node.initial?.target ?? []);
  return children.flatMap((child, index) => {
    const inner = Object.keys(child.states).length
      ? [`${indent}state ${idOf(child)} {`, ...block(child, `${indent}  `), `${indent}}`]
      : [`${indent}state "${child.key}" as ${idOf(child)}`];
    return [
      ...(node.type === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...inner,
      ...(initial.includes(child) ? [`${indent}[*] --> ${idOf(child)}`] : []),
      ...(child.type === 'final' ? [`${indent}${idOf(child)} --> [*]`] : []),
    ];
  });
}

/** All arrows come last, because one within a state would draw the state that it leads to there. */
const arrowsIn = (root: AnyStateNode): readonly Arrow[] => nodesOf(root).slice(1).flatMap(arrowsOf);

/** A machine as a Mermaid state diagram, generated from its definition. */
export function toMermaid(machine: AnyStateMachine): string {
  const root = machine.root as AnyStateNode;
  const arrows = new Set(arrowsIn(root).map(({ line }) => `  ${line}`));
  // Regions are separated only within a state.
  const states =
    root.type === 'parallel' ? [`  state ${idOf(root)} {`, ...block(root, '    '), '  }'] : block(root, '  ');
  return ['stateDiagram-v2', ...states, ...arrows].join('\n');
}

/**
 * The places of transitions among the arrows of the diagram, counted from 0, by the name `source on event (index)`. A
 * transition without an arrow is not there.
 */
export function arrowPlaces(machine: AnyStateMachine): ReadonlyMap<string, number> {
  const lines = toMermaid(machine)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes(' --> '));
  return new Map(
    arrowsIn(machine.root as AnyStateNode).map(({ transition, line }) => [transition, lines.indexOf(line)] as const),
  );
}

/** The diagram's name of a state with this path, such as `active.access`. */
export const stateIdOf = (path: string): string => path.replaceAll('.', '_');
