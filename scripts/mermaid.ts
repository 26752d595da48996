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

function arrows(node: AnyStateNode, indent: string): string[] {
  const transitions = [...node.transitions.values(), node.always ?? []].flat();
  const lines = transitions.flatMap(({ target, eventType, guard }) => {
    const label = [spoken(eventType), guardName(guard) && `[${guardName(guard)}]`].filter(Boolean).join(' ');
    return (target ?? []).map((to: AnyStateNode) => `${indent}${idOf(node)} --> ${idOf(to)} : ${label}`);
  });
  return [...new Set(lines)];
}

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
      ...arrows(child, indent),
      ...(child.type === 'final' ? [`${indent}${idOf(child)} --> [*]`] : []),
    ];
  });
}

/** A machine as a Mermaid state diagram, generated from its definition. */
export const toMermaid = (machine: AnyStateMachine): string =>
  ['stateDiagram-v2', ...block(machine.root as AnyStateNode, '  ')].join('\n');
