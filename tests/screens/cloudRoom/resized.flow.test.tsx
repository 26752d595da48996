import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bronchitis } from '../../support/clinical.ts';
import { order, waitingOrder } from '../../support/fakeApp.tsx';
import { shelf } from '../../support/prescriptionScreen.tsx';
import { fillIn } from '../../support/render.tsx';
import { screenSize } from '../../support/screenSize.ts';
import { enter } from './room.tsx';

const patients = [order('1', 'Wang Min'), order('2', 'Li Qiang')];
type Size = readonly [width: number, height: number];
const phone: Size = [390, 844];
const desktop: Size = [1440, 900];

const answers = {
  listTemplates: () => [],
  listWarehouses: () => [{ id: '1', name: 'Central pharmacy', isDefault: true }],
  findDoctorDiseases: () => [],
  pageDiseases: () => ({ list: [bronchitis], total: 1 }),
  searchDrugs: () => shelf,
  screenDrugs: () => [],
  listPrescriptions: () => ({ list: [], total: 0 }),
  getPatientFacts: () => ({ patient: patients[0]?.patient, current: [], ended: [], written: [] }),
  searchAllergens: () => [],
  searchGenerics: () => [],
};

async function at(size: Size, { path = '/cloudRoom?order=1', waiting = [] as typeof patients } = {}) {
  const resize = screenSize(...size);
  const room = enter({ running: patients, waiting, answers }, { path });
  const panel = async (patient: string, name: string) => {
    await room.user.click((await room.inPane(patient)).getByRole('tab', { name: new RegExp(name) }));
  };
  return { ...room, resize, panel };
}

const templates = async (user: Awaited<ReturnType<typeof at>>['user'], choice: RegExp) => {
  await user.click(await screen.findByRole('button', { name: 'Templates' }));
  await user.click(await screen.findByRole('menuitem', { name: choice }));
  return within(await screen.findByRole('dialog', { name: /Wang Min/ }));
};

test('a template that is being written stays so when the window becomes narrow and wide again', async () => {
  const { user, resize } = await at(desktop);
  await user.type(await screen.findByRole('textbox', { name: /Present illness/ }), 'Cough');
  const dialog = await templates(user, /Save/);
  await user.type(await dialog.findByRole('textbox', { name: /Name/ }), 'My cough');
  for (const size of [phone, desktop, phone]) {
    await resize(...size);
    expect(screen.getByRole('dialog', { name: /Wang Min/ })).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('My cough');
  }
});

test('the panel that took the pane over is beside the chat once there is room, and the other way round', async () => {
  const { user, resize, panel, inPane } = await at(phone);
  await panel('Wang Min', 'Prescription');
  const search = () => screen.findByRole('combobox', { name: 'Medicine' });
  await user.type(await search(), 'amox');
  const box = await search();
  await resize(...desktop);
  expect(await search()).toBe(box);
  expect(box).toHaveValue('amox');
  expect(box).toHaveFocus();
  await resize(...phone);
  expect(await search()).toBe(box);
  expect(box).toHaveFocus();
  await resize(...desktop);
  await user.click(await screen.findByRole('textbox', { name: 'Message Wang Min' }));
  await resize(...phone);
  expect((await inPane('Wang Min')).getByRole('tab', { name: /Chat/ })).toHaveAttribute('aria-selected', 'true');
});

test('what was typed in a pane without a place on the screen is there when it returns', async () => {
  const { user, resize, panel, inPane, chats } = await at(desktop);
  await user.click(chats().getByRole('button', { name: /^Li Qiang/ }));
  const facts = (await inPane('Wang Min')).getByRole('button', { name: /^Facts about/ });
  await user.click(facts);
  await user.type(await screen.findByRole('combobox', { name: 'Allergy to' }), 'some resin');
  await user.type(screen.getByRole('textbox', { name: 'Reaction' }), 'hives');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await panel('Wang Min', 'Prescription');
  await user.type(await screen.findByRole('combobox', { name: 'Medicine' }), 'ambro');
  await user.click(await screen.findByRole('textbox', { name: 'Message Li Qiang' }));
  await resize(...phone);
  expect(screen.queryByRole('region', { name: 'Consultation with Wang Min' })).toBeNull();
  await resize(...desktop);
  expect(await (await inPane('Wang Min')).findByRole('combobox', { name: 'Medicine' })).toHaveValue('ambro');
  await user.click((await inPane('Wang Min')).getByRole('button', { name: /^Facts about/ }));
  expect(await screen.findByRole('combobox', { name: 'Allergy to' })).toHaveValue('some resin');
  expect(screen.getByRole('textbox', { name: 'Reaction' })).toHaveValue('hives');
});

test('a search that is written in one panel is there after looking at another', async () => {
  const { user, panel } = await at(desktop);
  await user.type(await screen.findByRole('combobox', { name: /^Diagnos/ }), 'bronch');
  await panel('Wang Min', 'Prescription');
  expect(await screen.findByRole('combobox', { name: /^Diagnos/ })).toHaveValue('');
  await panel('Wang Min', 'Record');
  expect(await screen.findByRole('combobox', { name: /^Diagnos/ })).toHaveValue('bronch');
});

test('a patient is still being declined when the lists leave a screen that became narrow', async () => {
  const waiting = [waitingOrder('9', 'Zhao Lei')];
  const { user, resize, waitingList, replyBox } = await at(desktop, { waiting });
  await replyBox('Wang Min');
  await user.click(await waitingList().findByRole('button', { name: 'More for Zhao Lei' }));
  await user.click(await screen.findByRole('menuitem', { name: /Decline/ }));
  await fillIn(user, await screen.findByRole('textbox', { name: /Words to the patient/ }), 'Please see a surgeon');
  await resize(...phone);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Awaiting patients' })).toBeNull());
  expect(screen.getByRole('alertdialog', { name: /Zhao Lei/ })).toBeVisible();
  expect(screen.getByDisplayValue('Please see a surgeon')).toBeVisible();
});
