import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyRecord } from '../../../src/domain/record.ts';
import { shortcutNames, shortcuts } from '../../../src/screens/keyboard/shortcuts.ts';
import { order, startOfTest, waitingOrder } from '../../support/fakeApp.tsx';
import { enter } from '../cloudRoom/room.tsx';

const wang = order('1', '王敏');
const li = order('2', 'Li Qiang', { unread: 2 });
const chen = waitingOrder('3', 'Chen Hua');
const alt = (code: string, more: object = {}) => fireEvent.keyDown(document.body, { code, altKey: true, ...more });

test('no two shortcuts have the same keys', () => {
  const keys = shortcutNames.flatMap((name) => [...shortcuts[name].keys]);
  expect(new Set(keys).size).toBe(keys.length);
});

test('Alt+J moves through the conversations to the reply box; Alt+Shift+J through the unread ones only', async () => {
  const { replyBox } = enter({ running: [wang, li] });
  await screen.findByRole('region', { name: 'Conversations' });
  alt('KeyJ', { key: '∆' });
  const box = await screen.findByRole('textbox', { name: /^Message/ });
  expect(box).toHaveFocus();
  alt('KeyJ', { key: 'J', shiftKey: true });
  expect(await replyBox('Li Qiang')).toHaveFocus();
});

test('Alt+N accepts the next waiting patient', async () => {
  const { replyBox } = enter({ waiting: [chen] });
  await screen.findByText('Chen Hua');
  alt('KeyN');
  expect(await replyBox('Chen Hua')).toHaveFocus();
});

test('Alt+Shift+E opens the confirmation to finish the focused consultation', async () => {
  const { replyBox } = enter({ running: [wang] }, { path: '/cloudRoom?order=1' });
  await replyBox('王敏');
  alt('KeyE', { shiftKey: true });
  expect(await screen.findByRole('dialog', { name: 'Finish consultation' })).toBeVisible();
});

test('Alt+Shift+F shows only the focused pane and all again, and Alt+W closes it', async () => {
  const { user, chats, replyBox, workspace } = enter({ running: [wang, li] });
  for (const name of ['王敏', 'Li Qiang']) {
    await user.click(await chats().findByRole('button', { name: new RegExp(`^${name}`) }));
    await replyBox(name);
  }
  await Promise.all([replyBox('王敏'), replyBox('Li Qiang')]);
  const panes = () => screen.queryAllByRole('region', { name: /^Consultation with/ }).length;
  alt('KeyF', { shiftKey: true });
  await waitFor(() => expect(panes()).toBe(1));
  alt('KeyF', { shiftKey: true });
  await waitFor(() => expect(panes()).toBe(2));
  alt('KeyW');
  await waitFor(() => expect(panes()).toBe(1));
  expect(workspace.getSnapshot().context.layout.panes).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('Alt+V records a voice note, stops it, and leaves sending to the doctor', async () => {
  const { replyBox, voice } = enter({ running: [wang] }, { path: '/cloudRoom?order=1' });
  await replyBox('王敏');
  alt('KeyV');
  await waitFor(() => expect(voice.commands).toEqual(['open']));
  act(() => voice.emit({ type: 'microphone.opened' }));
  alt('KeyV');
  await waitFor(() => expect(voice.commands).toContain('stop'));
});

const signedRecord = {
  ...emptyRecord,
  id: '5',
  orderId: '1',
  patientId: 'p1',
  status: 1,
  version: 2,
  updateTime: startOfTest,
};

test('Ctrl+Enter in the summary finishes with it', async () => {
  const { user, replyBox, inPane } = enter(
    { running: [wang], answers: { getCase: () => signedRecord } },
    { path: '/cloudRoom?order=1' },
  );
  await replyBox('王敏');
  alt('KeyE', { shiftKey: true });
  const dialog = within(await screen.findByRole('dialog', { name: 'Finish consultation' }));
  await user.type(dialog.getByRole('textbox', { name: /Summary for the patient/ }), 'Rest{Control>}{Enter}{/Control}');
  expect(await (await inPane('王敏')).findByText(/^The consultation ends in/)).toBeVisible();
});

test.each([
  [false, ['Everywhere', 'Conversations', 'In the focused consultation', 'While writing']],
  [true, ['Everywhere', 'In the review queue']],
])('the help shows the keys of the own role only (auditor: %s)', async (isAuditor, groups) => {
  enter({ isAuditor });
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(help.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(groups);
  expect(help.queryByText('Send') !== null).toBe(!isAuditor);
});

const house = { id: '1', name: 'Central', type: 1, isDefault: true };
const answers = { getCase: () => null, listWarehouses: () => [house] };
const complaint = () => screen.findByRole('textbox', { name: /^Chief complaint/ });
const medicineSearch = () => screen.findByRole('combobox', { name: 'Medicine' });

test('Alt+M focuses the chief complaint, Alt+X the medicine search, and Alt+L the reply box', async () => {
  const { replyBox, user } = enter({ running: [wang], answers }, { path: '/cloudRoom?order=1' });
  const box = await replyBox('王敏');
  alt('KeyM');
  await waitFor(async () => expect(await complaint()).toHaveFocus());
  alt('KeyX');
  await waitFor(async () => expect(await medicineSearch()).toHaveFocus());
  alt('KeyL');
  await waitFor(() => expect(box).toHaveFocus());
  // The prescription is already open.
  alt('KeyX');
  await waitFor(async () => expect(await medicineSearch()).toHaveFocus());
  await user.keyboard('amox');
  expect(await medicineSearch()).toHaveValue('amox');
});

test('focus moved elsewhere while a side panel loads stays there', async () => {
  let answer: (record: null) => void = () => {};
  const late = new Promise<null>((resolve) => {
    answer = resolve;
  });
  const { replyBox, user } = enter(
    { running: [wang], answers: { ...answers, getCase: () => late } },
    { path: '/cloudRoom?order=1' },
  );
  const box = await replyBox('王敏');
  alt('KeyM');
  await user.click(box);
  answer(null);
  await complaint();
  expect(box).toHaveFocus();
});

test('the shortcut of a loading side panel focuses its first field as soon as it is loaded', async () => {
  let answer: (record: null) => void = () => {};
  const late = new Promise<null>((resolve) => {
    answer = resolve;
  });
  const { replyBox } = enter(
    { running: [wang], answers: { ...answers, getCase: () => late } },
    { path: '/cloudRoom?order=1' },
  );
  await replyBox('王敏');
  alt('KeyM');
  await waitFor(() => expect(screen.getByRole('tabpanel', { name: 'Record' })).toHaveFocus());
  answer(null);
  await waitFor(async () => expect(await complaint()).toHaveFocus());
});

test('Alt+H shows the history and Alt+L focuses the reply box', async () => {
  const { replyBox, inPane } = enter({ running: [wang] }, { path: '/cloudRoom?order=1' });
  const box = await replyBox('王敏');
  alt('KeyH');
  const pane = await inPane('王敏');
  await waitFor(() => expect(pane.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true'));
  alt('KeyL');
  await waitFor(() => expect(box).toHaveFocus());
});

test('F6 cycles through the parts of the screen', async () => {
  const { pane } = enter({ running: [wang] }, { path: '/cloudRoom?order=1' });
  await pane('王敏');
  fireEvent.keyDown(document.body, { key: 'F6' });
  expect(screen.getByRole('region', { name: 'Awaiting patients' })).toHaveFocus();
  fireEvent.keyDown(document.body, { key: 'F6' });
  expect(screen.getByRole('region', { name: 'Conversations' })).toHaveFocus();
});

test('a question mark shows all shortcuts, but not in text fields or with single letters switched off', async () => {
  const { user, replyBox } = enter({ running: [wang] }, { path: '/cloudRoom?order=1' });
  const box = await replyBox('王敏');
  fireEvent.keyDown(box, { key: '?', shiftKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  const ask = () => fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  ask();
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(help.getByText('Accept the next waiting patient')).toBeVisible();
  await user.click(help.getByRole('checkbox', { name: /single letters/ }));
  await user.click(help.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  ask();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('sending with Ctrl+Enter is a stored setting that the reply box applies at once', async () => {
  const { user, replyBox, calls, inPane } = enter(
    { running: [wang], answers: { getUiSetting: () => ({}), putUiSetting: () => true } },
    { path: '/cloudRoom?order=1' },
  );
  const box = await replyBox('王敏');
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  await user.click(help.getByRole('checkbox', { name: 'Send messages with Ctrl+Enter; Enter starts a new line' }));
  await user.click(help.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const pane = await inPane('王敏');
  await user.type(box, 'First{Enter}second');
  expect(box).toHaveValue('First\nsecond');
  await user.type(box, '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(box).toHaveValue(''));
  await waitFor(() => expect(pane.getByText(/First/)).toBeVisible());
  const kept = () => calls.find(({ name }) => name === 'putUiSetting')?.input;
  await waitFor(() => expect(kept()).toMatchObject({ setting: { 'keys.send': 'modEnter' } }), { timeout: 5_000 });
});

test('a shortcut can get other keys instead of the default ones, or none', async () => {
  const { user, replyBox, calls } = enter({ running: [wang], waiting: [chen] }, { path: '/cloudRoom?order=1' });
  await replyBox('王敏');
  const help = async () => {
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
    return within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  };
  const change = async (what: string, key: object) => {
    const dialog = await help();
    await user.click(dialog.getByRole('button', { name: `Change the keys: ${what}` }));
    fireEvent.keyDown(dialog.getByRole('button', { name: /^Press the new keys/ }), key);
    return dialog;
  };
  const close = async (dialog: Awaited<ReturnType<typeof help>>) => {
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const accepted = () => calls.some(({ name }) => name === 'acceptOrder');

  await close(await change('Accept the next waiting patient', { key: 'q', code: 'KeyQ', altKey: true }));
  alt('KeyN');
  expect(accepted()).toBe(false);
  alt('KeyQ');
  await waitFor(() => expect(accepted()).toBe(true));

  await close(await change('Finish the consultation', { key: 'Backspace', code: 'Backspace' }));
  alt('KeyE', { shiftKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();

  const dialog = await change('Show the history', { key: 'l', code: 'KeyL', altKey: true });
  expect(dialog.getByText('These keys are in use: Write a reply')).toBeVisible();
  fireEvent.keyDown(dialog.getByText(/^These keys/), { key: 'Tab', code: 'Tab' });
  await user.click(dialog.getByRole('button', { name: 'Usual keys again' }));
  await close(dialog);
  alt('KeyE', { shiftKey: true });
  expect(await screen.findByRole('dialog', { name: 'Finish consultation' })).toBeVisible();
});

test('no shortcut runs during input method composition or under an open dialog', async () => {
  const { replyBox, user, calls } = enter({ running: [wang], waiting: [chen] }, { path: '/cloudRoom?order=1' });
  const box = await replyBox('王敏');
  fireEvent.keyDown(box, { code: 'KeyN', altKey: true, isComposing: true });
  alt('KeyE', { shiftKey: true });
  await screen.findByRole('dialog');
  alt('KeyN');
  await user.keyboard('{Escape}');
  expect(calls.some(({ name }) => name === 'acceptOrder')).toBe(false);
});

test('the palette finds a patient by pinyin initials and opens them', async () => {
  const { user, pane } = enter({ running: [wang, li] });
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true });
  const box = await screen.findByRole('combobox', { name: /Search patients/ });
  await user.type(box, 'wm');
  expect((await screen.findAllByRole('option'))[0]).toHaveTextContent('王敏');
  await user.keyboard('{Enter}');
  expect(await pane('王敏')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: /Search patients/ })).toBeNull();
});

test('the palette finds orders on the platform and runs actions', async () => {
  const far = order('7', 'Xu Li');
  const pageOrders = () => ({ list: [far], total: 1 });
  const { user, replyBox } = enter({ waiting: [chen], answers: { pageOrders } });
  const open = () => fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true });
  open();
  await user.type(await screen.findByRole('combobox', { name: /Search patients/ }), 'WZ26030200007');
  expect(await screen.findByRole('option', { name: /Xu Li/ })).toBeVisible();
  await user.keyboard('{Escape}');
  open();
  await user.type(await screen.findByRole('combobox', { name: /Search patients/ }), 'accept the next');
  await user.keyboard('{Enter}');
  expect(await replyBox('Chen Hua')).toBeVisible();
});

test('a medicine chosen in the palette is added to the prescription of the focused patient', async () => {
  const medicine = {
    id: '31',
    drugId: '3',
    warehouseId: '1',
    name: 'Amoxicillin',
    tradeName: null,
    specification: '250 mg',
    dosageForm: 'capsule',
    manufacturer: 'M',
    minUnit: 'capsule',
    packUnit: 'box',
    packFactor: 24,
    strength: 250,
    strengthUnit: 'mg',
    price: 1280,
    stock: 9,
  };
  const none = { ...medicine, id: '32', drugId: '4', name: 'Amoxiclav', stock: 0 };
  const answers = {
    listWarehouses: () => [{ id: '1', name: 'Central', isDefault: true }],
    searchDrugs: () => [medicine, none],
  };
  const { user, replyBox, inPane, workspace } = enter({ running: [wang], answers }, { path: '/cloudRoom?order=1' });
  await replyBox('王敏');
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true });
  await user.type(await screen.findByRole('combobox', { name: /Search patients/ }), 'amoxi');
  const option = await screen.findByRole('option', { name: /Amoxicillin 250\smg.*prescribe for 王敏/ });
  expect(screen.queryByRole('option', { name: /Amoxiclav/ })).toBeNull();
  await user.click(option);
  const pane = await inPane('王敏');
  await waitFor(() => expect(pane.getByRole('tab', { name: 'Prescription' })).toHaveAttribute('aria-selected', 'true'));
  const prescription = workspace.getSnapshot().context.consultations['1']?.getSnapshot().context.prescription;
  expect(prescription?.getSnapshot().context.draft.lines.map((line) => line.medicine.name)).toEqual(['Amoxicillin']);
});
