import { expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { linkMachine } from '../../src/machines/link.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const events = [
  { type: 'token.presented', token: 'first' },
  { type: 'token.missing' },
  { type: 'socket.connected', at: 1 },
  { type: 'socket.lost' },
  { type: 'socket.ended' },
  { type: 'handshake.refused', unauthorised: true },
  { type: 'handshake.refused', unauthorised: false },
  { type: 'session.expired' },
  { type: 'session.revoked', current: 'first' },
  { type: 'session.revoked', current: 'second' },
  { type: 'traffic.seen', at: 1 },
  { type: 'ping.answered', at: 1 },
  { type: 'answer.missed', askedAt: 0 },
  { type: 'answer.missed', askedAt: 2 },
  { type: 'page.returned' },
  { type: 'wake.requested' },
  { type: 'silence.allowed', ms: 1 },
  { type: 'close.requested' },
  ...settledEvents('renew', [null, 'first', 'second']),
  { type: 'xstate.after.silence.link.linked' },
  { type: 'xstate.after.answer.link.linked.probing' },
  { type: 'xstate.after.pause.link.refused.pausing' },
] as never[];
const walk = {
  events,
  input: { silenceMs: 18_000 },
  limit: 20_000,
  serializeState: ({ value, context }: SnapshotFrom<typeof linkMachine>) =>
    JSON.stringify([value, context.presented, context.answersPings, context.heardAt]),
};
const reachable = getShortestPaths(linkMachine, walk);

test('every state of the link can be reached', () => {
  const seen = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect([...seen].sort()).toEqual(stateNames(linkMachine).sort());
});

test('every transition of the link is taken', () => {
  expect(untakenTransitions(linkMachine, walk)).toEqual([]);
});

test('from every state a link that is not closed can connect again', () => {
  expect(deadEnds(linkMachine, walk, (s) => s.matches('linked') || s.matches('closed'))).toEqual([]);
});

test('every state can be closed, and a closed link never connects again', () => {
  expect(deadEnds(linkMachine, walk, (s) => s.matches('closed'))).toEqual([]);
  expect(new Set(deadEnds(linkMachine, walk, (s) => s.matches('linked')))).toEqual(new Set(['closed']));
});

test('a platform that never answered a ping is not probed', () => {
  const probed = reachable.filter(({ state }) => state.matches({ linked: 'probing' }));
  expect(probed.length).toBeGreaterThan(0);
  expect(probed.filter(({ state }) => !state.context.answersPings)).toEqual([]);
});
