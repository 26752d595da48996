import { expect, test } from 'vitest';
import { getNextSnapshot } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Outgoing } from '../../src/domain/outgoing.ts';
import { deliveryMachine } from '../../src/machines/delivery.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const outgoing: Outgoing = {
  clientMessageId: ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000'),
  conversationId: ConversationId.parse('c1'),
  type: 101,
  content: '{}',
  writtenAt: 1,
  delivery: { state: 'queued' },
  seq: null,
};
const failed = { state: 'failed', why: 'forbidden', message: '', retryAfterMs: null } as const;
const events = [
  { type: 'turn.granted' },
  { type: 'turn.revoked' },
  { type: 'link.restored' },
  { type: 'retry.requested' },
  { type: 'discard.requested' },
  { type: 'peer.discarded' },
  { type: 'echo.received', seq: 4 },
  { type: 'peer.reported', report: { delivery: { state: 'sending' }, seq: null } },
  { type: 'peer.reported', report: { delivery: { state: 'queued' }, seq: null } },
  { type: 'peer.reported', report: { delivery: failed, seq: null } },
  { type: 'peer.reported', report: { delivery: { state: 'sent' }, seq: 4 } },
  { type: 'xstate.after.pause.delivery.pausing' },
  { type: 'xstate.after.rateLimit.delivery.rateLimited' },
  ...settledEvents('store', ['kept', 'failed', 'volatile']),
  ...settledEvents('transmit', [
    { outcome: 'stored', stored: { seq: 4 } },
    { outcome: 'refused', refusal: { ok: false, why: 'forbidden', message: '' } },
    { outcome: 'refused', refusal: { ok: false, why: 'rateLimited', message: '', retryAfterMs: 700 } },
    { outcome: 'unanswered' },
  ]),
] as never[];
const walk = {
  events,
  input: { outgoing, draft: null, isStoredLocally: false },
  limit: 20_000,
  serializeState: (s: { value: unknown; context: { outgoing: Outgoing; hasTurn: boolean } }) =>
    JSON.stringify([s.value, s.context.outgoing.delivery.state, s.context.hasTurn]),
};
const reachable = getShortestPaths(deliveryMachine, walk);

test('every state of a delivery can be reached', () => {
  const passedThrough = 'arriving';
  const seen = new Set([passedThrough, ...reachable.flatMap(({ state }) => stateNames(state.value))]);
  expect([...seen].sort()).toEqual(stateNames(deliveryMachine).sort());
});

test('from every state a message can still be sent, unless the doctor deleted it', () => {
  expect(deadEnds(deliveryMachine, walk, (s) => s.matches('sent') || s.matches('discarded'))).toEqual([]);
});

test('a message that got its turn while it was being stored is sent without another request for its turn', () => {
  const granted = reachable.filter(({ state }) => state.matches('storing') && state.context.hasTurn);
  const stored = { type: 'xstate.done.actor.store', output: 'kept', actorId: 'store' } as never;
  const after = granted.map(({ state }) => getNextSnapshot(deliveryMachine, state, stored).value);
  expect(new Set(after)).toEqual(new Set(['sending']));
});

test('a message is shown as sent exactly when the platform has stored it', () => {
  const wrong = reachable.filter(
    ({ state }) => state.matches('sent') !== (state.context.outgoing.delivery.state === 'sent'),
  );
  expect(wrong).toEqual([]);
});

test('every transition of a delivery is taken', () => {
  expect(untakenTransitions(deliveryMachine, walk)).toEqual([]);
});
