import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { AccountId, HospitalId } from '../../../contract/ids.ts';
import { consultationMachine } from '../../../src/machines/consultation.ts';
import { type Phase, phase } from '../../../src/machines/selectors/consultation.ts';
import { consultationOf } from '../../../src/machines/selectors/workspace.ts';
import { order } from '../../support/fakeApp.tsx';
import { settledEvents } from '../../support/graph.ts';
import { playedPaths, withWaiting } from '../../support/playedPaths.ts';
import { enter } from '../cloudRoom/room.tsx';

const patient = 'Wang Min';
const [awaiting, running, finished] = [OrderStatus.awaiting, OrderStatus.active, OrderStatus.finished].map(
  (status, at) => order('1', patient, { status, version: at + 1, acceptTime: at === 0 ? null : 1 }),
);
const failure = { kind: 'network', code: null, message: 'no link', data: null };
const refusal = { outcome: 'failed', failure };
const events = [
  { type: 'accept.requested' },
  { type: 'order.refreshed', order: finished },
  { type: 'order.taken', doctorName: 'Zhou Min' },
  { type: 'order.left' },
  { type: 'finish.requested', summary: '' },
  { type: 'finish.confirmed' },
  { type: 'retry.requested' },
  ...settledEvents('load', [...[awaiting, running].map((one) => ({ outcome: 'loaded', order: one })), refusal]),
  ...settledEvents('accept', [{ outcome: 'accepted', order: running }, refusal]),
  ...settledEvents('findBlockers', [
    { outcome: 'found', blockers: [] },
    { outcome: 'found', blockers: [{ kind: 'unsentMessages', count: 1 }] },
    { outcome: 'found', blockers: [{ kind: 'recordUnsigned' }] },
  ]),
  ...settledEvents('announce', [{ at: Date.UTC(2026, 2, 2, 1, 30, 5), summary: '' }]),
  ...settledEvents('waitUntil', [undefined]),
  ...settledEvents('finish', [{ outcome: 'finished', order: finished }]),
] as never[];

const machine = withWaiting(consultationMachine.provide({ actions: { reportFinished: () => {} } }), [
  'load',
  'accept',
  'findBlockers',
  'announce',
  'waitUntil',
  'finish',
]);
const { id: orderId, conversationId } = order('1', patient);
const key = { hospitalId: HospitalId.parse('1'), userId: AccountId.parse('11'), orderId, conversationId };
const paths = playedPaths(machine, {
  events,
  input: { key, order: null, accept: false, finishing: null },
  limit: 20_000,
  looks: ({ value }) => value,
  serializeState: ({ value, context: { blockers } }) => JSON.stringify([value, blockers.map(({ kind }) => kind)]),
});

type Pane = ReturnType<typeof within>;
const button = (pane: Pane, name: string) => pane.findByRole('button', { name });
const replyBox = (pane: Pane) => pane.findByRole('textbox', { name: `Message ${patient}` });
const isNeverAtRest = async () => {
  throw new Error('a consultation rests there');
};

/** What a pane shows in each phase of its consultation. */
const shownIn: Record<Phase, (pane: Pane) => Promise<unknown>> = {
  opening: isNeverAtRest,
  sorting: isNeverAtRest,
  loading: (pane) => pane.findByRole('status', { name: 'Loading the consultation' }),
  unreachable: async (pane) => {
    await pane.findByText('The consultation could not be opened');
    expect(await button(pane, 'Try again')).toBeEnabled();
  },
  awaiting: async (pane) => expect(await button(pane, 'Accept patient')).toBeEnabled(),
  accepting: (pane) => button(pane, 'Accepting …'),
  lost: isNeverAtRest,
  active: async (pane) => expect(await replyBox(pane)).toBeEnabled(),
  checking: replyBox,
  confirming: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: /Finish consultation/ }));
    expect(dialog.getByText('Before you finish')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Go on with the consultation' })).toBeEnabled();
  },
  announcing: (pane) => pane.findByText('Ending the consultation …'),
  undoable: async (pane) => expect(await button(pane, 'Undo')).toBeEnabled(),
  ending: (pane) => pane.findByText('Ending the consultation …'),
  closed: async (pane) => {
    await pane.findByText('This consultation has ended.');
    expect(pane.queryByRole('textbox', { name: `Message ${patient}` })).toBeNull();
  },
};

const seen = new Set<Phase>();

test.each(paths.map(({ state, events: steps }) => ({ name: JSON.stringify(state.value), state, steps })))(
  'a pane shows what a consultation in $name is',
  async ({ state, steps }) => {
    const room = enter({ consultation: machine });
    await screen.findByText('No consultation is open');
    act(() => room.workspace.send({ type: 'consultation.opened', orderId, conversationId, order: null }));
    const pane = await screen.findByRole('region', { name: /^Consultation with/ });
    const consultation = consultationOf(orderId)(room.workspace.getSnapshot());
    if (!consultation) throw new Error('no consultation');
    for (const event of steps) {
      act(() => consultation.send(event as never));
      const now = consultation.getSnapshot();
      if (now.status === 'done') continue;
      await shownIn[phase(now)](within(pane));
      seen.add(phase(now));
    }
    expect(consultation.getSnapshot().value).toEqual(state.value);
    seen.add(phase(state));
  },
);

test('the paths have led through every phase', () => {
  const passed = ['opening', 'sorting'];
  expect([...seen, ...passed].sort()).toEqual(Object.keys(shownIn).sort());
});
