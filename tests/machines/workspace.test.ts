import { expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import { AccountId, ConversationId, HospitalId, OrderId } from '../../contract/ids.ts';
import type { AcceptOutcome } from '../../src/domain/consultation.ts';
import type { StoredWorkspace } from '../../src/domain/paneLayout.ts';
import { emptyLayout } from '../../src/domain/paneLayout.ts';
import { consultationMachine } from '../../src/machines/consultation.ts';
import { phase } from '../../src/machines/selectors/consultation.ts';
import { layoutOf } from '../../src/machines/selectors/workspace.ts';
import type { WorkspaceNotice } from '../../src/machines/workspace.ts';
import { workspaceMachine } from '../../src/machines/workspace.ts';
import { createActor, held, until } from '../support/actors.ts';
import { order } from '../support/order.ts';

const owner = { hospitalId: HospitalId.parse('1'), userId: AccountId.parse('7') };

type Given = {
  kept?: StoredWorkspace;
  /** Instead of `kept`, for a storage that is slow or breaks. */
  restores?: () => Promise<StoredWorkspace | null>;
  accept?: (id: string) => Promise<AcceptOutcome>;
};

/** A doctor's workspace; accepting succeeds by default. */
async function entered(given: Given = {}) {
  const world = entering(given);
  await until(world.workspace, (s) => s.matches('open'));
  return world;
}

/** A doctor's workspace before its storage has answered. */
function entering({ kept, restores, accept }: Given = {}) {
  const saved: StoredWorkspace['layout'][] = [];
  const notices: WorkspaceNotice[] = [];
  const accepts = accept ?? (async (id) => ({ outcome: 'accepted', order: order(id, { status: 20 }) }));
  const consultation = consultationMachine.provide({
    actors: {
      load: fromPromise(async ({ input }) => ({
        outcome: 'loaded' as const,
        order: order(input.orderId, { status: 20 }),
      })),
      accept: fromPromise(({ input }) => accepts(input.key.orderId)),
      waitUntil: fromPromise(() => new Promise<void>(() => {})),
    },
  });
  const workspace = createActor(
    workspaceMachine.provide({
      actors: { consultation, restore: fromPromise(restores ?? (async () => kept ?? null)) },
      actions: { storeArrangement: (_, { layout }) => void saved.push(layout) },
    }),
  ).start();
  workspace.on('accept.lost', (notice) => void notices.push(notice));
  workspace.send({ type: 'owner.entered', owner });
  const opens = (id: string) =>
    workspace.send({
      type: 'consultation.opened',
      orderId: OrderId.parse(id),
      conversationId: ConversationId.parse(id),
      order: order(id, { status: 20 }),
    });
  const panes = () => layoutOf(workspace.getSnapshot()).panes.map(({ orderId, place }) => `${orderId} ${place}`);
  const open = () => Object.keys(workspace.getSnapshot().context.consultations);
  return { workspace, saved, notices, opens, panes, open };
}

test('each opened patient has their own pane and consultation', async () => {
  const { opens, panes, open } = await entered();
  opens('1');
  opens('2');
  opens('1');
  expect([panes(), open()]).toEqual([
    ['1 grid', '2 grid'],
    ['1', '2'],
  ]);
});

test('if the screen is full, the least recently focused pane is minimised and its consultation continues', async () => {
  const { workspace, opens, panes, open } = await entered();
  workspace.send({ type: 'capacity.changed', panes: 2 });
  for (const id of ['1', '2', '3']) opens(id);
  expect(panes()).toEqual(['1 minimised', '2 grid', '3 grid']);
  expect(open()).toEqual(['1', '2', '3']);
});

test('closing a pane stops its consultation', async () => {
  const { workspace, opens, open } = await entered();
  for (let i = 1; i <= 200; i += 1) {
    opens(String(i));
    workspace.send({ type: 'consultation.closed', orderId: OrderId.parse(String(i)) });
  }
  expect(open()).toEqual([]);
  expect(Object.keys(workspace.getSnapshot().children)).toEqual(['unsent']);
});

test('closing a pane does not undo an announced ending: the pane is minimised until the ending is final', async () => {
  const { workspace, opens, panes, open } = await entered();
  opens('1');
  const { '1': ending } = workspace.getSnapshot().context.consultations;
  ending?.send({ type: 'finish.announced', finishing: { at: 108, summary: 'Rest' } });
  workspace.send({ type: 'consultation.closed', orderId: OrderId.parse('1') });
  expect([panes(), open(), ending && phase(ending.getSnapshot())]).toEqual([['1 minimised'], ['1'], 'undoable']);
  ending?.send({ type: 'finish.undone' });
  workspace.send({ type: 'consultation.closed', orderId: OrderId.parse('1') });
  expect([panes(), open()]).toEqual([[], []]);
});

test('the pane of a patient accepted by a colleague closes, and the doctor sees the colleague’s name', async () => {
  const { workspace, notices, panes } = await entered({
    accept: async () => ({ outcome: 'takenByAnother', doctorName: 'Dr Wu' }),
  });
  workspace.send({ type: 'patient.accepted', order: order('5', { status: 10 }) });
  await until(workspace, (s) => Object.keys(s.context.consultations).length === 0);
  expect(panes()).toEqual([]);
  expect(notices).toEqual([{ type: 'accept.lost', orderId: '5', doctorName: 'Dr Wu', patientName: 'Patient 5' }]);
});

test('after a reload the same panes are in the same places', async () => {
  const layout = {
    ...emptyLayout,
    panes: [
      { orderId: OrderId.parse('2'), conversationId: ConversationId.parse('2'), place: 'grid' as const },
      { orderId: OrderId.parse('1'), conversationId: ConversationId.parse('1'), place: 'minimised' as const },
    ],
    focused: OrderId.parse('2'),
  };
  const { workspace, panes } = await entered({ kept: { layout, finishing: {} } });
  expect(panes()).toEqual(['2 grid', '1 minimised']);
  const consultation = workspace.getSnapshot().context.consultations['2'];
  if (!consultation) throw new Error('not restored');
  expect(phase(await until(consultation, (s) => phase(s) === 'active'))).toBe('active');
});

test('the next doctor on this machine sees none of the previous doctor’s panes', async () => {
  const { workspace, opens, panes, open } = await entered();
  opens('1');
  const before = workspace.getSnapshot().context.consultations['1'];
  workspace.send({ type: 'owner.left' });
  expect([panes(), open(), before?.getSnapshot().status]).toEqual([[], [], 'stopped']);
  expect([workspace.getSnapshot().value, workspace.getSnapshot().context.owner]).toEqual(['empty', null]);
});

test('every change of the arrangement is stored', async () => {
  const { workspace, saved, opens } = await entered();
  opens('1');
  opens('2');
  workspace.send({ type: 'pane.moved', orderId: OrderId.parse('2'), to: 0 });
  workspace.send({ type: 'chat.pinned', orderId: OrderId.parse('1') });
  const last = saved.at(-1);
  expect([last?.panes.map(({ orderId }) => orderId), last?.pinned]).toEqual([['2', '1'], ['1']]);
});

test('a consultation in a detached window does not change the stored arrangement', async () => {
  const { workspace, saved, opens, panes, open } = await entered();
  opens('1');
  const before = saved.length;
  workspace.send({
    type: 'consultation.shown',
    orderId: OrderId.parse('2'),
    conversationId: ConversationId.parse('2'),
    order: order('2', { status: 20 }),
  });
  expect([panes(), open(), saved.length]).toEqual([['1 grid'], ['1', '2'], before]);
});

test('pins and marks of another window apply here too, and the panes stay', async () => {
  const { workspace, opens, panes } = await entered();
  opens('1');
  const [pinned, unread] = [[OrderId.parse('1')], [OrderId.parse('9')]];
  workspace.send({ type: 'marks.received', pinned, unread });
  const layout = layoutOf(workspace.getSnapshot());
  expect([layout.pinned, layout.unread, panes()]).toEqual([['1'], ['9'], ['1 grid']]);
});

test('a failed consultation leaves the others running', async () => {
  const { workspace, opens, open } = await entered();
  opens('1');
  opens('2');
  const [broken] = Object.values(workspace.getSnapshot().context.consultations);
  broken?.send({ type: 'order.refreshed', order: null as never });
  expect([workspace.getSnapshot().status, broken?.getSnapshot().status, open()]).toEqual([
    'active',
    'error',
    ['1', '2'],
  ]);
});

test('an arrangement loaded late is merged: the focus stays, and every patient has a pane', async () => {
  const { workspace, opens, panes, open, saved } = await entered();
  opens('3');
  const pane = (id: string) => ({
    orderId: OrderId.parse(id),
    conversationId: ConversationId.parse(id),
    place: 'grid' as const,
  });
  const layout = {
    ...emptyLayout,
    panes: [pane('1'), pane('2')],
    focused: OrderId.parse('1'),
    pinned: [OrderId.parse('2')],
  };
  workspace.send({ type: 'arrangement.found', stored: { layout, finishing: {} } });
  expect([panes(), open()]).toEqual([
    ['1 grid', '2 grid', '3 grid'],
    ['1', '2', '3'],
  ]);
  expect(layoutOf(workspace.getSnapshot())).toMatchObject({ focused: '3', pinned: ['2'] });
  expect(saved.at(-1)).toEqual(layoutOf(workspace.getSnapshot()));
});

test('a workspace whose storage breaks opens empty', async () => {
  const { opens, panes } = await entered({ restores: () => Promise.reject(new Error('unreadable')) });
  opens('1');
  expect(panes()).toEqual(['1 grid']);
});

test('a doctor who leaves before the storage answers leaves nothing to the next one', async () => {
  const reading = held<StoredWorkspace | null>();
  const { workspace, panes, open } = entering({ restores: reading.answer });
  workspace.send({ type: 'owner.left' });
  const pane = { orderId: OrderId.parse('1'), conversationId: ConversationId.parse('1'), place: 'grid' as const };
  reading.give({ layout: { ...emptyLayout, panes: [pane] }, finishing: {} });
  await new Promise((resolve) => setImmediate(resolve));
  expect([workspace.getSnapshot().value, workspace.getSnapshot().context.owner]).toEqual(['empty', null]);
  expect([panes(), open()]).toEqual([[], []]);
});

test('a detached window that shows the whole room stores its arrangement again', async () => {
  const { workspace, opens } = await entered();
  opens('1');
  workspace.send({
    type: 'consultation.shown',
    ...{ orderId: OrderId.parse('2'), conversationId: ConversationId.parse('2'), order: order('2', { status: 20 }) },
  });
  expect(workspace.getSnapshot().context.detached).toBe(true);
  workspace.send({ type: 'room.entered' });
  expect(workspace.getSnapshot().context.detached).toBe(false);
});

const [one, two] = [OrderId.parse('1'), OrderId.parse('2')];

test('one pane can fill the grid until the grid returns or another pane comes to the front', async () => {
  const { workspace, saved, opens } = await entered();
  const layout = () => layoutOf(workspace.getSnapshot());
  opens('1');
  opens('2');
  workspace.send({ type: 'pane.maximised', orderId: one });
  expect([layout().maximised, layout().focused]).toEqual(['1', '1']);
  workspace.send({ type: 'pane.focused', orderId: two });
  expect([layout().maximised, layout().focused]).toEqual(['2', '2']);
  workspace.send({ type: 'grid.restored' });
  expect([layout().maximised, saved.at(-1)]).toEqual([null, layout()]);
});

test('a minimised pane is restored where it was, with the focus', async () => {
  const { workspace, saved, opens, panes } = await entered();
  opens('1');
  opens('2');
  workspace.send({ type: 'pane.minimised', orderId: one });
  expect(panes()).toEqual(['1 minimised', '2 grid']);
  workspace.send({ type: 'pane.restored', orderId: one });
  expect([panes(), layoutOf(workspace.getSnapshot()).focused]).toEqual([['1 grid', '2 grid'], '1']);
  expect(saved.at(-1)).toEqual(layoutOf(workspace.getSnapshot()));
});

test('pins, marks, side panels and sizes are part of the stored arrangement', async () => {
  const { workspace, saved, opens } = await entered();
  opens('1');
  for (const type of ['chat.pinned', 'chat.markedUnread'] as const) workspace.send({ type, orderId: one });
  workspace.send({ type: 'sidePanel.chosen', orderId: one, choice: { beside: 'history' } });
  workspace.send({ type: 'splitter.moved', sizes: { list: 30 } });
  expect(saved.at(-1)).toMatchObject({
    ...{ pinned: ['1'], unread: ['1'], sizes: { list: 30 } },
    sidePanels: { 1: { beside: 'history' } },
  });
  workspace.send({ type: 'chat.unpinned', orderId: one });
  expect(saved.at(-1)?.pinned).toEqual([]);
});

const three = { orderId: OrderId.parse('3'), conversationId: ConversationId.parse('3') };

test.each([
  { type: 'consultation.opened', ...three, order: order('3', { status: 20 }) },
  { type: 'patient.accepted', order: order('3', { status: 10 }) },
  { type: 'consultation.closed', orderId: one },
  { type: 'pane.focused', orderId: one },
  { type: 'pane.minimised', orderId: one },
  { type: 'pane.restored', orderId: one },
  { type: 'pane.maximised', orderId: one },
  { type: 'pane.moved', orderId: one, to: 1 },
  { type: 'grid.restored' },
  { type: 'chat.pinned', orderId: one },
  { type: 'chat.unpinned', orderId: one },
  { type: 'chat.markedUnread', orderId: one },
  { type: 'sidePanel.chosen', orderId: one, choice: { over: 'history' } },
  { type: 'marks.received', pinned: [two], unread: [] },
  { type: 'splitter.moved', sizes: { list: 30 } },
] as const)('the arrangement is stored after each change of it: $type', async (event) => {
  const { workspace, saved, opens } = await entered();
  opens('1');
  opens('2');
  const before = saved.length;
  workspace.send(event);
  expect([saved.length, saved.at(-1)]).toEqual([before + 1, layoutOf(workspace.getSnapshot())]);
});

test('a patient whom the doctor accepts has a pane at once', async () => {
  const { workspace, panes, open } = await entered({ accept: () => new Promise(() => {}) });
  workspace.send({ type: 'patient.accepted', order: order('5', { status: 10 }) });
  expect([panes(), open()]).toEqual([['5 grid'], ['5']]);
});

test('the arrangement is stored when a pane closes for a colleague, an ending or a minimised end', async () => {
  const lost = await entered({ accept: async () => ({ outcome: 'takenByAnother', doctorName: null }) });
  lost.workspace.send({ type: 'patient.accepted', order: order('5', { status: 10 }) });
  await until(lost.workspace, (s) => Object.keys(s.context.consultations).length === 0);
  expect(lost.saved.at(-1)?.panes).toEqual([]);
  const ending = await entered();
  ending.opens('1');
  ending.workspace.getSnapshot().context.consultations['1']?.send({
    type: 'finish.announced',
    finishing: { at: 108, summary: '' },
  });
  ending.workspace.send({ type: 'consultation.closed', orderId: one });
  expect(ending.saved.at(-1)?.panes.map(({ place }) => place)).toEqual(['minimised']);
  ending.workspace.send({ type: 'consultation.finished', orderId: one });
  expect(ending.saved.at(-1)?.panes).toEqual([]);
});
