import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Medicines } from '../../src/screens/administration/Medicines.tsx';
import { Archive } from '../../src/screens/archive/Archive.tsx';
import { Keyboard } from '../../src/screens/keyboard/Keyboard.tsx';
import { OrderRecord } from '../../src/screens/orderRecord/OrderRecord.tsx';
import { QuickReplySetup } from '../../src/screens/serviceSetup/QuickReplySetup.tsx';
import { completeDraft } from '../support/clinical.ts';
import { openScreen } from '../support/doctorScreen.tsx';
import { order, startOfTest } from '../support/fakeApp.tsx';
import { documentAnswers, finishedOrder } from '../support/finishedOrder.ts';
import { choosesAmoxicillin, prescriptionScreen } from '../support/prescriptionScreen.tsx';
import { rx } from '../support/prescriptionsOf.ts';

/** The answers before the connection breaks. */
function untilCut<A extends object>(answers: A) {
  const line = { up: true };
  const cut = Object.entries(answers).map(([name, answer]) => [
    name,
    (...input: never[]) => (line.up ? answer(...input) : undefined),
  ]);
  return { line, answers: Object.fromEntries(cut) as A };
}

const template = {
  id: '1',
  name: 'Cough',
  kind: 'prescription',
  scope: 'personal',
  version: 3,
  own: true,
  author: 'Lin Yue',
  drugs: ['Amoxicillin'],
  sections: [],
  uses: 0,
  updateTime: startOfTest,
};

async function atTemplates() {
  const { line, answers } = untilCut({
    listTemplates: () => [template],
    getTemplate: () => ({ ...template, content: { kind: 'prescription', lines: [], diagnosisList: [], advice: '' } }),
    listFavouriteDrugs: () => ({ drugIds: [], drugs: [] }),
  });
  const opened = prescriptionScreen({ answers });
  await screen.findByDisplayValue('Central pharmacy');
  await opened.user.click(screen.getByRole('button', { name: 'Templates' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Use a set' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Cough');
  line.up = false;
  opened.tellFailures();
  opened.said.length = 0;
  return { ...opened, dialog };
}

/** Waits for the toast of the failure, and long enough for a second toast to appear. */
async function told(said: readonly string[]) {
  await waitFor(() => expect(said.length).toBeGreaterThan(0));
  await new Promise(requestAnimationFrame);
  return said;
}

test('sharing a template without a connection shows one toast, and the list stays', async () => {
  const { user, dialog, said } = await atTemplates();
  await user.click(dialog.getByRole('button', { name: 'Give “Cough” to the department' }));
  expect(await told(said)).toEqual([expect.stringContaining('“Cough” was not changed')]);
  expect(dialog.getByText('Cough')).toBeVisible();
});

test('deleting a template without a connection shows one toast, and the list stays', async () => {
  const { user, dialog, said } = await atTemplates();
  await user.click(dialog.getByRole('button', { name: /Delete “Cough”/ }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await told(said)).toEqual([expect.stringContaining('“Cough” was not changed')]);
  expect(dialog.getByText('Cough')).toBeVisible();
});

test('marking a favourite without a connection shows one toast', async () => {
  const { line, answers } = untilCut({ listFavouriteDrugs: () => ({ drugIds: [], drugs: [] }) });
  const { user, said, tellFailures } = prescriptionScreen({ answers });
  await choosesAmoxicillin(user);
  line.up = false;
  tellFailures();
  await user.click(screen.getByRole('button', { name: /^Add .* to my medicines$/ }));
  expect(await told(said)).toEqual([expect.stringContaining('Your medicines could not be changed')]);
});

test('saving a draft without a connection shows one toast, which says where the draft is', async () => {
  const { user, said, tellFailures } = prescriptionScreen({
    draft: completeDraft,
    answers: { createPrescription: () => undefined },
  });
  await screen.findByDisplayValue('Central pharmacy');
  tellFailures();
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await told(said)).toEqual(['The draft could not be saved on the platform. It is kept on this device.']);
});

test('cancelling a prescription without a connection shows one toast', async () => {
  const { user, said, tellFailures } = prescriptionScreen({
    latest: rx('7', 'Wang Min', { status: 10 }),
    answers: { cancelPrescription: () => undefined },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel prescription' }));
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Written for somebody else');
  tellFailures();
  await user.click(screen.getByRole('button', { name: 'Cancel it' }));
  expect(await told(said)).toEqual([expect.stringContaining('Cancelling the prescription')]);
});

test('the export of a catalogue without a connection shows one toast', async () => {
  const { user, said, tellFailures } = openScreen(<Medicines />, {
    path: '/administration/medicines',
    route: '/administration/*',
    answers: { pageMedicines: () => ({ list: [], total: 0 }) },
  });
  tellFailures();
  await user.click(await screen.findByRole('button', { name: 'Export as CSV' }));
  expect(await told(said)).toEqual([expect.stringContaining('The file could not be made')]);
});

test('the export of a list without a connection shows one toast', async () => {
  const { line, answers } = untilCut({
    pageOrders: () => ({ list: [order('1', 'Zhang San', { status: OrderStatus.finished })], total: 1 }),
    countOwnOrders: () => ({ counts: [], atLeast: false }),
  });
  const { user, said, tellFailures } = openScreen(<OrderRecord />, { path: '/orderRecord', answers });
  await screen.findByRole('table');
  line.up = false;
  tellFailures();
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  expect(await told(said)).toEqual([expect.stringContaining('Nothing was exported')]);
});

test('printing a conversation without a connection shows one toast, each time', async () => {
  const message = (seq: number) => ({
    id: `m${seq}`,
    seq,
    conversationId: finishedOrder.conversationId,
    orderId: finishedOrder.id,
    senderId: '1',
    senderType: 1,
    status: 0,
    type: 1,
    content: JSON.stringify({ content: `line ${seq}` }),
    sendTime: startOfTest,
  });
  const list = Array.from({ length: 100 }, (_, at) => message(101 + at));
  const { line, answers } = untilCut({
    queryImMessages: () => ({ list, total: 200, headSeq: 200, events: [], coveredTo: 0 }),
  });
  const { user, said, tellFailures } = openScreen(
    <Keyboard goTo={{}}>
      <Archive />
    </Keyboard>,
    { path: '/cloudRoom/detail1?id=1', answers: { orderDetail: () => finishedOrder, ...documentAnswers, ...answers } },
  );
  const print = await screen.findByRole('button', { name: 'Print' });
  await screen.findByRole('log');
  line.up = false;
  tellFailures();
  await user.click(print);
  expect(await told(said)).toEqual(['The transcript could not be loaded completely, so it was not printed.']);
});

test('moving a quick reply without a connection shows one toast', async () => {
  const reply = (id: string, content: string) => ({ id, content, title: content, type: 1, sort: Number(id) });
  const { line, answers } = untilCut({ getQuickReplies: () => [reply('1', 'Rest'), reply('2', 'Drink')] });
  const { user, said, tellFailures } = openScreen(<QuickReplySetup />, { path: '/quickReply', answers });
  const down = await screen.findAllByRole('button', { name: /down/i });
  line.up = false;
  tellFailures();
  await user.click(down[0] as HTMLElement);
  expect(await told(said)).toHaveLength(1);
});
