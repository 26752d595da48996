import { expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { emptyRecord } from '../../src/domain/record.ts';
import { recordMachine } from '../../src/machines/record.ts';
import { settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';
import { recordWorld } from '../support/worlds/record.ts';

const { walk, complete, record, loads, reports } = recordWorld;
const reachable = getShortestPaths(recordMachine, walk);

test('every state can be reached', () => {
  const reached = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect(stateNames(recordMachine).filter((name) => !reached.has(name))).toEqual([]);
});

test.each(reachable.map(({ state }) => [JSON.stringify(state.value), state] as const))(
  'from %s the record can still be signed, or is signed',
  (_, state) => {
    const paths = getShortestPaths(recordMachine, {
      ...walk,
      fromState: state,
      toState: (s) => s.matches('signed'),
      serializeState: (s) => JSON.stringify([s.value, s.context.fields]),
    });
    expect(paths.length).toBeGreaterThan(0);
  },
);

const rareLoads = [
  { stored: record, draft: { fields: complete, version: 2 } },
  { stored: record, draft: { fields: emptyRecord, version: 2 } },
];
const rareEvents = [
  { type: 'field.changed', patch: { chiefComplaint: '' } },
  { type: 'xstate.after.backoff.record.unreachable' },
  ...settledEvents('load', rareLoads),
  ...settledEvents('reload', loads),
  ...reports([{ outcome: 'conflict', current: { ...record, ...complete } }]),
] as never[];

test('every transition of a record is taken', () => {
  const serializeState = ({ value, context: { fields, version } }: SnapshotFrom<typeof recordMachine>) =>
    JSON.stringify([value, fields, version]);
  const events = [...walk.events, ...rareEvents];
  expect(untakenTransitions(recordMachine, { ...walk, events, serializeState })).toEqual([]);
});
