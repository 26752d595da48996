import { expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { AccountId, ConversationId, HospitalId, OrderId } from '../../contract/ids.ts';
import { emptyLayout } from '../../src/domain/paneLayout.ts';
import { consultationMachine } from '../../src/machines/consultation.ts';
import { workspaceMachine } from '../../src/machines/workspace.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';
import { order } from '../support/order.ts';

const owner = { hospitalId: HospitalId.parse('1'), userId: AccountId.parse('7') };
const pane = { orderId: OrderId.parse('1'), conversationId: ConversationId.parse('1') };
const stored = {
  layout: { ...emptyLayout, panes: [{ ...pane, place: 'grid' as const }], focused: pane.orderId },
  finishing: {},
};
const lost = { outcome: 'takenByAnother', orderId: pane.orderId, doctorName: null };
const events = [
  { type: 'owner.entered', owner },
  { type: 'owner.left' },
  { type: 'consultation.opened', ...pane, order: order('1', { status: 20 }) },
  { type: 'patient.accepted', order: order('1', { status: 10 }) },
  { type: 'consultation.closed', orderId: pane.orderId },
  ...['focused', 'minimised', 'restored', 'maximised'].map((what) => ({ type: `pane.${what}`, orderId: pane.orderId })),
  ...['pinned', 'unpinned', 'markedUnread'].map((what) => ({ type: `chat.${what}`, orderId: pane.orderId })),
  { type: 'pane.moved', orderId: pane.orderId, to: 0 },
  { type: 'grid.restored' },
  { type: 'sidePanel.chosen', orderId: pane.orderId, choice: { beside: 'history' } },
  { type: 'marks.received', pinned: [], unread: [] },
  { type: 'splitter.moved', sizes: {} },
  { type: 'unsent.changed', conversations: [] },
  { type: 'unsent.changed', conversations: [pane.conversationId] },
  ...settledEvents('unsent', []),
  { type: 'arrangement.found', stored },
  { type: 'capacity.changed', panes: 1 },
  ...settledEvents('restore', [null, stored]),
] as never[]; // XState's own done and error events are not in the machine's event type

type State = SnapshotFrom<typeof workspaceMachine>;
const walk = {
  events,
  input: undefined,
  limit: 20_000,
  serializeState: ({ value, context: { owner, layout, consultations, unsent } }: State) =>
    JSON.stringify([value, owner, layout.panes, Object.keys(consultations), unsent]),
};
const reachable = getShortestPaths(workspaceMachine, walk);

test('every state of the workspace can be reached', () => {
  const passedThrough = ['leaving'];
  const seen = new Set([...passedThrough, ...reachable.flatMap(({ state }) => stateNames(state.value))]);
  expect([...seen].sort()).toEqual(stateNames(workspaceMachine).sort());
});

test('from every state the doctor can sign out', () => {
  expect(deadEnds(workspaceMachine, walk, (s) => s.matches('empty'))).toEqual([]);
});

test('an empty workspace has no owner and no consultations', () => {
  const left = reachable.filter(({ state }) => state.matches('empty')).map(({ state: { context } }) => context);
  for (const { owner: whose, layout, consultations } of left)
    expect([whose, layout.panes, Object.keys(consultations)]).toEqual([null, [], []]);
});

test('each pane has its consultation, and each consultation its pane', () => {
  for (const { state } of reachable)
    expect(Object.keys(state.context.consultations)).toEqual(state.context.layout.panes.map(({ orderId }) => orderId));
});

/** What happens to single consultations, also to one in a window of its own. */
const rareEvents = [
  { type: 'consultation.shown', ...pane, order: order('1', { status: 20 }) },
  { type: 'consultation.finished', orderId: pane.orderId },
  { type: 'room.entered' },
  { type: `xstate.done.actor.consultation:${pane.orderId}`, output: lost },
] as never[];

test('every transition of the workspace is taken, with consultations that go on or end', () => {
  const ending = consultationMachine.provide({ guards: { hasPendingFinish: () => true } });
  const rareWalk = { ...walk, events: [...events, ...rareEvents] };
  const [untaken, untakenAtEnd] = [
    workspaceMachine,
    workspaceMachine.provide({ actors: { consultation: ending } }),
  ].map((machine) => untakenTransitions(machine, rareWalk));
  expect(untaken?.filter((name) => untakenAtEnd?.includes(name))).toEqual([]);
});
