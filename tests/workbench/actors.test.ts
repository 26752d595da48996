import { expect, test } from 'vitest';
import { activeStates, actorLabels, actorTree, lastTransitions, stateText } from '../../workbench/actors.ts';
import { stepsIn } from '../../workbench/EventLog.tsx';
import { marbleRows } from '../../workbench/Marbles.tsx';
import { microstep, running } from './entries.ts';

test('children are under their parents, and an actor whose parent is unknown is a root', () => {
  const tree = actorTree([running('a'), running('b', { parent: 'a' }), running('c', { parent: 'gone' })]);
  expect(tree.map(({ actor, children }) => [actor, children.map((child) => child.actor)])).toEqual([
    ['a', ['b']],
    ['c', []],
  ]);
});

test('actors of one name are numbered in the order in which they began', () => {
  const labels = actorLabels([
    running('x:0', { name: 'session' }),
    running('x:2', { name: 'part' }),
    running('x:5', { name: 'part' }),
    running('x:7', { name: 'look', parent: 'x:2' }),
    running('x:8', { name: 'look', parent: 'x:5' }),
  ]);
  expect([...labels.values()]).toEqual(['session', 'part 1', 'part 2', 'look', 'look']);
});

test('a state value is one line with all its innermost states', () => {
  expect(stateText('idle')).toBe('idle');
  expect(stateText({ active: { access: 'fresh', screen: {} } })).toBe('active.access.fresh, active.screen');
});

test('a state is active with all that it is in', () => {
  expect(activeStates({ active: { access: 'fresh', screen: 'open' } })).toEqual([
    'active',
    'active.access',
    'active.access.fresh',
    'active.screen',
    'active.screen.open',
  ]);
});

test('the last transitions of an actor are those of its newest step that took any', () => {
  const entries = [
    microstep(1, 'link.lost'),
    microstep(2, 'link.restored'),
    microstep(3, 'unknown', { transitions: [], isUntaken: true }),
    microstep(4, 'other', { actor: 'x:2' }),
  ];
  expect(lastTransitions(entries, 'x:1')).toEqual(['offline on link.restored (0)']);
});

test('a step shows what the snapshot after it changed, and no other step shows that', () => {
  const difference = { retries: { before: 0, after: 1 } };
  const steps = stepsIn([
    microstep(1, 'link.lost'),
    microstep(2, 'link.lost'),
    microstep(3, 'link.lost', { kind: 'snapshot', difference }),
    microstep(4, 'unknown', { isUntaken: true }),
  ]);
  expect(steps.map(({ number, changed }) => [number, changed])).toEqual([
    [1, {}],
    [2, difference],
    [4, {}],
  ]);
});

test('a stream keeps its row when it is silent for more than a minute', () => {
  const rows = marbleRows(
    [
      { stream: 'connection$', at: 0, text: 'online' },
      { stream: 'unread$', at: 50_000, text: '1' },
    ],
    90_000,
  );
  expect(rows.map(({ stream, pulses }) => [stream, pulses.length])).toEqual([
    ['connection$', 0],
    ['unread$', 1],
  ]);
});
