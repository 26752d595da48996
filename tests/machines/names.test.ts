import { type ESTree, Visitor } from 'vite';
import { expect, test } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { allMachines } from '../../scripts/allMachines.ts';
import { type Source, sourcesIn } from '../support/syntax.ts';

const machines = (await allMachines()).map(({ machine }) => machine);
const sources = sourcesIn('src', '.ts', '.tsx');

const isEventName = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-z]\w*(\.[a-z]\w*)+$/i.test(text);

/** The strings that an expression can be. */
function strings(node: ESTree.Node): readonly unknown[] {
  if (node.type === 'Literal') return [node.value];
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(strings);
  return node.type === 'TSAsExpression' ? strings(node.expression) : [];
}

/** What a file says of events: names that its values have as `type`, that it listens to or compares with, and that it mentions. */
function namesIn({ program }: Source) {
  const skipped = new Set<ESTree.Node>();
  const mentioned = new Set<string>();
  const typed = new Set<string>();
  const heard = new Set<string>();
  new Visitor({
    Property({ key }) {
      skipped.add(key);
    },
    BinaryExpression({ left, right }) {
      skipped.add(left).add(right);
      for (const name of [left, right].flatMap(strings).filter(isEventName)) heard.add(name);
    },
    CallExpression({ callee, arguments: [name] }) {
      const isListening =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'on';
      if (isListening && name) for (const one of strings(name).filter(isEventName)) heard.add(one);
    },
    TSLiteralType({ literal }) {
      skipped.add(literal);
    },
    SwitchCase({ test: value }) {
      for (const name of (value ? strings(value) : []).filter(isEventName)) heard.add(name);
    },
    Literal(node) {
      if (!skipped.has(node) && isEventName(node.value)) mentioned.add(node.value);
    },
  }).visit(program);
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'type')
        for (const name of strings(value).filter(isEventName)) typed.add(name);
    },
  }).visit(program);
  return { mentioned, typed, heard };
}

const found = sources.map((source) => ({ path: source.path, ...namesIn(source) }));
const mentioned = new Set(found.flatMap((one) => [...one.mentioned]));

const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];
const taken = (machine: AnyStateMachine) =>
  machine.events.filter(isEventName).filter((name) => !name.startsWith('xstate.'));
const allTaken = new Set(machines.flatMap(taken));

test('every event that a machine takes is sent by somebody', () => {
  const unsent = machines.flatMap((machine) =>
    taken(machine).flatMap((name) => (mentioned.has(name) ? [] : [`${machine.id}: ${name}`])),
  );
  expect(unsent).toEqual([]);
});

const heard = new Set(found.flatMap((one) => [...one.heard]));
/** Events that only an invoked callback receives, which takes every event that it gets. */
const toCallbacks = ['decision.chosen'];

test('every event that somebody sends is taken by a machine, or heard by a listener or a stream', () => {
  const untaken = found.flatMap(({ path, typed }) =>
    [...typed].flatMap((name) =>
      allTaken.has(name) || heard.has(name) || toCallbacks.includes(name) ? [] : [`${path}: ${name}`],
    ),
  );
  expect(untaken).toEqual([]);
});

test('every delay of a machine is declared, because one that is not passes at once', () => {
  const undeclared = machines.flatMap((machine) =>
    nodesOf(machine.root).flatMap((node) =>
      Object.keys(node.config.after ?? {})
        .filter((delay) => Number.isNaN(Number(delay)) && !(delay in machine.implementations.delays))
        .map((delay) => `${machine.id}: ${delay}`),
    ),
  );
  expect(undeclared).toEqual([]);
});

test('every actor that a machine declares is invoked or spawned', () => {
  const unused = machines.flatMap((machine) => {
    const invoked = new Set(nodesOf(machine.root).flatMap((node) => node.invoke.map(({ src }) => src)));
    const text = sources.find(({ path }) => path === `src/machines/${machine.id}.ts`);
    const source = text?.textOf(text.program) ?? '';
    return Object.keys(machine.implementations.actors).flatMap((name) =>
      invoked.has(name) || new RegExp(`spawn(Child)?\\('${name}'`).test(source) ? [] : [`${machine.id}: ${name}`],
    );
  });
  expect(unused).toEqual([]);
});

/** The names in calls of `hasTag`. */
const readTags = new Set(
  sources.flatMap((source) => [...source.textOf(source.program).matchAll(/hasTag\(\s*'(\w+)'/g)].map(([, tag]) => tag)),
);

test('every tag of a machine is read by somebody', () => {
  const unread = machines.flatMap((machine) =>
    [...new Set(nodesOf(machine.root).flatMap(({ tags }) => tags))].flatMap((tag) =>
      readTags.has(tag) ? [] : [`${machine.id}: ${tag}`],
    ),
  );
  expect(unread).toEqual([]);
});

test('every selector of a machine is read by somebody', () => {
  const all = sources.map((source) => ({ path: source.path, text: source.textOf(source.program) }));
  const selectors = all.filter(({ path }) => path.startsWith('src/machines/selectors/'));
  const unread = selectors.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:const|function) (\w+)/gm)].flatMap(([, name = '']) =>
      all.some((other) => other.path !== path && new RegExp(`\\b${name}\\b`).test(other.text))
        ? []
        : [`${path}: ${name}`],
    ),
  );
  expect(unread).toEqual([]);
});
