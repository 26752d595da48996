import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Outgoing } from '../../src/domain/outgoing.ts';
import { outboxMachine } from '../../src/machines/outbox.ts';
import { allUnsent } from '../../src/machines/selectors/outbox.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const id = ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000');
const outgoing: Outgoing = {
  clientMessageId: id,
  conversationId: ConversationId.parse('c1'),
  type: 101,
  content: '{}',
  writtenAt: 1,
  delivery: { state: 'queued' },
  seq: null,
};
const events = [
  { type: 'permission.changed', permission: { owns: true, ready: true } },
  { type: 'permission.changed', permission: { owns: true, ready: false } },
  { type: 'permission.changed', permission: { owns: false, ready: true } },
  { type: 'message.written', outgoing, draft: null },
  { type: 'peer.posted', message: { kind: 'written', outgoing } },
  { type: 'peer.posted', message: { kind: 'discarded', clientMessageId: id } },
  { type: 'retry.requested', id },
  { type: 'discard.requested', id },
  { type: 'echo.received', id, seq: 4 },
  { type: 'unsent.found' },
  { type: `xstate.snapshot.delivery.${id}` },
  { type: `xstate.done.actor.delivery.${id}`, actorId: `delivery.${id}` },
  { type: 'xstate.after.patience.outbox.unsent.reading.blocking' },
  ...settledEvents('readUnsent', [[outgoing]]),
] as never[];
const walk = {
  events,
  input: undefined,
  limit: 20_000,
  serializeState: (s: { value: unknown; context: { permission: unknown; finished: readonly string[] } }) =>
    JSON.stringify([s.value, s.context.permission, s.context.finished.length > 0, allUnsent(s as never).length]),
};
const reachable = getShortestPaths(outboxMachine, walk);

test('every state of the outbox can be reached', () => {
  const seen = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect([...seen].sort()).toEqual(stateNames(outboxMachine).sort());
});

test('from every state messages can still be sent', () => {
  expect(deadEnds(outboxMachine, walk, (s) => s.matches({ sending: 'open' }))).toEqual([]);
});

test('every transition of the outbox is taken', () => {
  expect(untakenTransitions(outboxMachine, walk)).toEqual([]);
});
