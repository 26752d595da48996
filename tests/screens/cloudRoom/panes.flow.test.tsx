import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { ConversationId } from '../../../contract/ids.ts';
import { layoutOf } from '../../../src/machines/selectors/workspace.ts';
import { RoomDetail } from '../../../src/screens/cloudRoom/RoomDetail.tsx';
import { fakeApp, order, startOfTest } from '../../support/fakeApp.tsx';
import { fillIn, show } from '../../support/render.tsx';
import { enter } from './room.tsx';

const wang = order('1', 'Wang Min', { patient: { allergy: 'Penicillin; Peanuts; Sulfonamides', pregnant: 1 } });
const li = order('2', 'Li Qiang', { patient: { gender: 1, birthday: '1971-01-01', allergy: 'None' } });
const chen = order('3', 'Chen Hua', { patient: { birthday: '2020-06-01', weightKg: 18.5 } });
const running = [wang, li, chen];
const c1 = 'c1' as ConversationId;

async function withPanes(...names: string[]) {
  const room = enter({ running });
  for (const name of names) await room.user.click(room.chats().getByRole('button', { name: new RegExp(`^${name}`) }));
  await Promise.all(names.map(room.replyBox));
  return room;
}

test('with no open pane the screen says what to do', async () => {
  enter({ running });
  expect(await screen.findByText('No consultation is open')).toBeVisible();
});

test('each opened conversation has a pane, and the last one opened gets the focus', async () => {
  const { replyBox } = await withPanes('Wang Min', 'Li Qiang', 'Chen Hua');
  expect(screen.getAllByRole('region', { name: /^Consultation with/ })).toHaveLength(3);
  expect(await replyBox('Chen Hua')).toHaveFocus();
});

test('a message appears in its own pane and does not move the focus', async () => {
  const { inPane, replyBox, inbox, user } = await withPanes('Wang Min', 'Li Qiang');
  const box = await replyBox('Li Qiang');
  await user.type(box, 'Please');
  inbox.receive(c1, 'It hurts again');
  const pane = await inPane('Wang Min');
  await waitFor(() => expect(pane.getByText('It hurts again')).toBeVisible());
  expect((await inPane('Li Qiang')).queryByText('It hurts again')).toBeNull();
  expect(box).toHaveFocus();
  expect(box).toHaveValue('Please');
});

test('the header of a pane shows the safety facts, also beside other panes', async () => {
  const { inPane } = await withPanes('Wang Min', 'Li Qiang', 'Chen Hua');
  const pane = await inPane('Wang Min');
  expect(pane.getByText('Penicillin; Peanuts; Sulfonamides')).toBeVisible();
  expect(pane.getByText('Pregnant')).toBeVisible();
  expect((await inPane('Li Qiang')).getByRole('button', { name: 'No allergies' })).toHaveAttribute(
    'data-tooltip',
    'No known drug allergies',
  );
  expect((await inPane('Chen Hua')).getByText('Allergies not recorded')).toBeVisible();
  expect((await inPane('Chen Hua')).getByText('18.5 kg')).toBeVisible();
});

test('beside other panes the header shows every fact as words while the record or prescription is open', async () => {
  const { inPane, user } = await withPanes('Wang Min', 'Chen Hua');
  const pane = await inPane('Wang Min');
  await user.click(pane.getByRole('tab', { name: 'Prescription' }));
  expect(await pane.findByText('Allergic to Penicillin')).toBeVisible();
  expect(pane.getByText('Allergic to Peanuts')).toBeVisible();
  expect(pane.getByText('Pregnant')).toBeVisible();
  expect(pane.queryByText('Penicillin; Peanuts; Sulfonamides')).toBeNull();
});

test('every allergy of a patient is shown at once', async () => {
  const { inPane } = await withPanes('Wang Min');
  const pane = await inPane('Wang Min');
  for (const substance of ['Penicillin', 'Peanuts', 'Sulfonamides'])
    expect(pane.getByText(`Allergic to ${substance}`)).toBeVisible();
});

test('panes have different colours', async () => {
  await withPanes('Wang Min', 'Li Qiang', 'Chen Hua');
  const colours = ['1', '2', '3'].map((id) => document.getElementById(`pane-${id}`)?.dataset.colour);
  expect(new Set(colours).size).toBe(3);
});

test('a pane can be closed, minimised and restored', async () => {
  const { inPane, pane, user, chats } = await withPanes('Wang Min', 'Li Qiang');
  await user.click((await inPane('Li Qiang')).getByRole('button', { name: 'Close pane' }));
  expect(screen.queryByRole('region', { name: 'Consultation with Li Qiang' })).toBeNull();
  await user.click((await inPane('Wang Min')).getByRole('button', { name: 'Minimise pane' }));
  expect(screen.queryByRole('region', { name: /^Consultation with/ })).toBeNull();
  await user.click(chats().getByRole('button', { name: /^Wang Min/ }));
  expect(await pane('Wang Min')).toBeVisible();
});

test('the list shows which conversations are in a pane, minimised or not open', async () => {
  const { inPane, user, chats } = await withPanes('Wang Min', 'Li Qiang');
  await user.click((await inPane('Wang Min')).getByRole('button', { name: 'More for this pane' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Minimise pane' }));
  expect(await chats().findByRole('button', { name: 'Wang Min, minimised' })).toBeVisible();
  expect(chats().getByRole('button', { name: 'Li Qiang, in a pane' })).toBeVisible();
  expect(chats().getByRole('button', { name: 'Chen Hua' })).toBeVisible();
});

test('the minimise and close buttons explain what happens to the pane', async () => {
  const { inPane } = await withPanes('Wang Min');
  const pane = await inPane('Wang Min');
  const words = (name: string) => pane.getByRole('button', { name }).dataset.tooltip;
  expect(words('Minimise pane')).toMatch(/its place and papers are kept/);
  expect(words('Close pane')).toMatch(/the consultation goes on/);
});

test('when the focused pane closes, the next reply box gets the focus, or the row if it was the last pane', async () => {
  const { inPane, user, chats, replyBox } = await withPanes('Wang Min', 'Li Qiang');
  await user.click((await inPane('Li Qiang')).getByRole('button', { name: 'Close pane' }));
  const box = await replyBox('Wang Min');
  await waitFor(() => expect(box).toHaveFocus());
  await user.click((await inPane('Wang Min')).getByRole('button', { name: 'Minimise pane' }));
  await waitFor(() => expect(chats().getByRole('button', { name: /^Wang Min/ })).toHaveFocus());
});

test('panes that come back from beside an enlarged one are there at once, without placeholders', async () => {
  const { inPane, pane, user } = await withPanes('Wang Min', 'Li Qiang');
  const choose = async (entry: string) => {
    await user.click((await inPane('Wang Min')).getByRole('button', { name: 'More for this pane' }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await choose('Show only this pane');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Consultation with Li Qiang' })).toBeNull());
  let placeholders = 0;
  const watch = new MutationObserver((changes) => {
    const moved = changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
    placeholders += moved.filter(
      (one) => one instanceof Element && one.ariaLabel === 'Loading the consultation',
    ).length;
  });
  watch.observe(document.body, { subtree: true, childList: true });
  onTestFinished(() => watch.disconnect());
  await choose('Show all panes');
  expect(await pane('Li Qiang')).toBeVisible();
  expect(placeholders).toBe(0);
});

test('a chat whose oldest messages were unloaded remounts its list', async () => {
  const { inPane, inbox } = await withPanes('Wang Min');
  for (const text of ['First', 'Second', 'Third']) inbox.receive(c1, text);
  const pane = await inPane('Wang Min');
  await waitFor(() => expect(pane.getByText('First')).toBeVisible());
  const before = pane.getByRole('log');
  inbox.receive(c1, 'Fourth');
  await waitFor(() => expect(pane.getByText('Fourth')).toBeVisible());
  expect(pane.getByRole('log')).toBe(before);
  inbox.publish(c1, (chat) => ({ ...chat, messages: chat.messages.slice(2), firstIndex: chat.firstIndex + 2 }));
  await waitFor(() => expect(pane.queryByText('First')).toBeNull());
  expect(pane.getByRole('log')).not.toBe(before);
  await waitFor(() => expect(pane.getByText('Fourth')).toBeVisible());
});

test('one pane can be maximised temporarily', async () => {
  const { inPane, user } = await withPanes('Wang Min', 'Li Qiang');
  const choose = async (patient: string, entry: string) => {
    await user.click((await inPane(patient)).getByRole('button', { name: 'More for this pane' }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await choose('Wang Min', 'Show only this pane');
  await waitFor(() => expect(screen.getAllByRole('region', { name: /^Consultation with/ })).toHaveLength(1));
  await choose('Wang Min', 'Show all panes');
  await waitFor(() => expect(screen.getAllByRole('region', { name: /^Consultation with/ })).toHaveLength(2));
});

test('a pane can be moved by its menu and keeps its typed text', async () => {
  const { inPane, replyBox, user } = await withPanes('Wang Min', 'Li Qiang');
  await fillIn(user, await replyBox('Li Qiang'), 'Half a sentence');
  const left = () => ['1', '2'].map((id) => Number.parseFloat(document.getElementById(`pane-${id}`)?.style.left ?? ''));
  const [before] = [left()];
  await user.click((await inPane('Li Qiang')).getByRole('button', { name: 'More for this pane' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move left' }));
  await waitFor(() => expect(left()).toEqual([...before].reverse()));
  expect(await replyBox('Li Qiang')).toHaveValue('Half a sentence');
});

test('a pane dragged onto another takes its place', async () => {
  const { inPane } = await withPanes('Wang Min', 'Li Qiang');
  const left = (id: string) => Number.parseFloat(document.getElementById(`pane-${id}`)?.style.left ?? '');
  const before = [left('1'), left('2')];
  const data = new Map<string, string>();
  const dataTransfer = {
    get types() {
      return [...data.keys()];
    },
    setData: (type: string, text: string) => void data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
    setDragImage: () => {},
  };
  const target = document.getElementById('pane-1') as HTMLElement;
  fireEvent.dragStart((await inPane('Li Qiang')).getByRole('heading', { name: 'Li Qiang' }), { dataTransfer });
  fireEvent.dragOver(target, { dataTransfer });
  expect(target).toHaveAttribute('data-drop');
  fireEvent.drop(target, { dataTransfer });
  await waitFor(() => expect([left('1'), left('2')]).toEqual([...before].reverse()));
  expect(target).not.toHaveAttribute('data-drop');
});

test('a drop without a pane moves no pane', async () => {
  await withPanes('Wang Min', 'Li Qiang');
  const left = () => ['1', '2'].map((id) => document.getElementById(`pane-${id}`)?.style.left);
  const before = left();
  const target = document.getElementById('pane-1') as HTMLElement;
  for (const named of ['', 'not an id', '99'])
    fireEvent.drop(target, { dataTransfer: { types: ['application/x-cloudroom-pane'], getData: () => named } });
  expect(left()).toEqual(before);
});

test('arrow keys move the splitter between two panes', async () => {
  const { user } = await withPanes('Wang Min', 'Li Qiang');
  const [line] = screen.getAllByRole('separator', { name: 'Resize panes' });
  const before = Number(line?.getAttribute('aria-valuenow'));
  line?.focus();
  await user.keyboard('{ArrowRight}');
  expect(Number(line?.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
});

test('in a narrow pane a side panel covers the chat and is inert below it', async () => {
  const { inPane, user, inbox } = await withPanes('Wang Min', 'Li Qiang', 'Chen Hua');
  const pane = await inPane('Wang Min');
  await user.click(pane.getByRole('tab', { name: 'History' }));
  expect(pane.getByRole('tabpanel', { name: 'History' })).toBeVisible();
  expect(pane.getByLabelText('Message Wang Min').closest('[inert]')).not.toBeNull();
  inbox.receive(c1, 'Hello?');
  expect(await pane.findByRole('tab', { name: /Chat.*1 unread/ })).toBeVisible();
  expect(inbox.readUpTo).toEqual([]);
  await user.click(pane.getByRole('tab', { name: /Chat/ }));
  await waitFor(() => expect(inbox.readUpTo).toContainEqual({ conversationId: c1, seq: 1 }));
});

test('a side panel that crashes shows an error and the chat still works', async () => {
  const { user, inPane, replyBox, chats, reported } = enter(
    { running, answers: { medicalRecordList: () => ({ total: 1, list: null }) } },
    { quiet: true },
  );
  await user.click(chats().getByRole('button', { name: /^Wang Min/ }));
  const pane = await inPane('Wang Min');
  await user.click(pane.getByRole('tab', { name: 'History' }));
  expect(await pane.findByText('This part stopped working')).toBeVisible();
  await user.type(await replyBox('Wang Min'), 'Still here{Enter}');
  await waitFor(() => expect(pane.getByText('Still here')).toBeVisible());
  expect(reported).toHaveLength(1);
});

test('the header counts down to the automatic end, with seconds when it is close', async () => {
  const soon = order('1', 'Wang Min', { expireTime: startOfTest + 3 * 60_000 + 24_000 });
  const { user, inPane, chats, now$ } = enter({ running: [soon] });
  await user.click(chats().getByRole('button', { name: /^Wang Min/ }));
  const pane = await inPane('Wang Min');
  expect(pane.getByText('Ends in 3:24')).toBeVisible();
  now$.next(startOfTest + 60_000);
  expect(await pane.findByText('Ends in 2:24')).toBeVisible();
});

test('an order that is in no list is requested and opened', async () => {
  const { findByRole } = enter(
    { answers: { orderDetail: () => ({ ...wang, status: 20 }) } },
    { path: '/cloudRoom?order=1' },
  );
  expect(await findByRole('region', { name: 'Consultation with Wang Min' })).toBeVisible();
});

test('the URL names the focused patient: a link opens the patient, back returns to the previous one', async () => {
  const { user, pane, chats, address, workspace } = enter({ running }, { path: '/cloudRoom?order=2' });
  expect(await pane('Li Qiang')).toBeVisible();
  await user.click(chats().getByRole('button', { name: /^Wang Min/ }));
  await waitFor(() => expect(address()).toBe('/cloudRoom?order=1'));
  await user.click(screen.getByRole('button', { name: 'Browser back' }));
  await waitFor(() => expect(workspace.getSnapshot().context.layout.focused).toBe('2'));
});

test('a link to an unknown order shows an error and clears the URL', async () => {
  const { said, address, tellFailures } = enter({ running }, { path: '/cloudRoom?order=99' });
  tellFailures();
  await waitFor(() => expect(said[0]).toMatch(/could not be opened/));
  await waitFor(() => expect(address()).toBe('/cloudRoom'));
});

test('a row shows unread, draft and unsent marks', async () => {
  const { chats, inbox, drafts } = enter({ running });
  inbox.receive(c1, 'Are you there?');
  drafts.write('reply:2' as never, { text: 'Half a sentence' });
  inbox.addMessage('c3' as ConversationId, {
    body: { kind: 'text', text: 'Not gone' },
    mine: true,
    at: startOfTest,
    delivery: { state: 'failed', why: 'rateLimited', message: '', retryAfterMs: 3_000 },
  });
  const row = (name: RegExp) => within(chats().getByRole('button', { name }));
  expect(await chats().findByRole('button', { name: 'Wang Min, 1 unread, waiting <\u00a01\u00a0min' })).toBeVisible();
  expect(row(/^Li Qiang/).getByText('[Draft]')).toBeVisible();
  expect(await chats().findByRole('button', { name: 'Chen Hua, 1 message not sent' })).toBeVisible();
});

test('rows keep their order while the pointer is over the list', async () => {
  const { chats, inbox, user } = enter({ running });
  const shown = () =>
    chats()
      .getAllByRole('listitem')
      .map((row) => row.textContent?.slice(0, 9));
  const [before] = [shown()];
  await user.hover(chats().getByRole('button', { name: /^Li Qiang/ }));
  inbox.receive(c1, 'I am last in the list, and now I wait');
  await chats().findByText('I am last in the list, and now I wait');
  expect(shown()).toEqual(before);
  await user.unhover(chats().getByRole('button', { name: /^Li Qiang/ }));
  await waitFor(() => expect(shown()[0]).toMatch(/Wang Min/));
});

test('a conversation marked unread leaves its pane and stays marked until it is opened again', async () => {
  const { inPane, user, chats, pane } = await withPanes('Wang Min');
  await user.click((await inPane('Wang Min')).getByRole('button', { name: 'More for this pane' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }));
  const row = await chats().findByRole('button', { name: 'Wang Min, marked unread, minimised' });
  expect(screen.queryByRole('region', { name: /^Consultation with/ })).toBeNull();
  await user.click(row);
  expect(await pane('Wang Min')).toBeVisible();
  expect(await chats().findByRole('button', { name: 'Wang Min, in a pane' })).toBeVisible();
});

test('a consultation can have its own window with only the actions that apply there', async () => {
  const fake = fakeApp({ running });
  const { user } = show(fake.within(<RoomDetail />), { path: '/cloudRoom/detail?order=2' });
  const pane = within(await screen.findByRole('region', { name: 'Consultation with Li Qiang' }));
  expect(screen.queryByRole('region', { name: 'Conversations' })).toBeNull();
  expect(await screen.findByRole('textbox', { name: 'Message Li Qiang' })).toBeVisible();
  expect(pane.queryByRole('button', { name: 'Minimise pane' })).toBeNull();
  await user.click(pane.getByRole('button', { name: 'More for this pane' }));
  expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)).toEqual([
    'Search in conversation',
    'Pin conversation',
  ]);
  expect(fake.workspace.getSnapshot().context).toMatchObject({ detached: true, layout: { panes: [] } });
});

test('the URL names the open side panel: a link opens it, back returns to the previous one', async () => {
  const { user, inPane, address } = enter({ running }, { path: '/cloudRoom?order=1&tab=history' });
  const pane = await inPane('Wang Min');
  const shown = async () => (await pane.findByRole('tab', { selected: true })).textContent;
  await waitFor(async () => expect(await shown()).toBe('History'));
  await user.click(pane.getByRole('tab', { name: 'Prescription' }));
  await waitFor(() => expect(address()).toBe('/cloudRoom?order=1&tab=prescription'));
  await user.click(screen.getByRole('button', { name: 'Browser back' }));
  await waitFor(async () => expect(await shown()).toBe('History'));
});

test('the URL names the panel of the patient who gets the focus again, and back leads through both', async () => {
  const { user, inPane, replyBox, address } = await withPanes('Wang Min', 'Li Qiang');
  await user.click((await inPane('Li Qiang')).getByRole('tab', { name: 'Prescription' }));
  await waitFor(() => expect(address()).toBe('/cloudRoom?order=2&tab=prescription'));
  await user.click(await replyBox('Wang Min'));
  await waitFor(() => expect(address()).toBe('/cloudRoom?order=1'));
  await user.click((await inPane('Li Qiang')).getByRole('heading', { name: 'Li Qiang' }));
  await waitFor(() => expect(address()).toBe('/cloudRoom?order=2&tab=prescription'));
  await user.click(screen.getByRole('button', { name: 'Browser back' }));
  await waitFor(() => expect(address()).toBe('/cloudRoom?order=1'));
  await user.click(screen.getByRole('button', { name: 'Browser back' }));
  await waitFor(() => expect(address()).toBe('/cloudRoom?order=2&tab=prescription'));
  expect((await inPane('Li Qiang')).getByRole('tab', { selected: true })).toHaveTextContent('Prescription');
});

test('a new pane is there with its placeholder before chat and papers are rendered', async () => {
  const { user, chats, pane } = enter({ running });
  const removed: (string | null)[] = [];
  const watch = new MutationObserver((records) => {
    for (const node of records.flatMap(({ removedNodes }) => [...removedNodes]))
      if (node instanceof Element) removed.push(node.getAttribute('aria-label'));
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await user.click(chats().getByRole('button', { name: /^Wang Min/ }));
  await pane('Wang Min');
  watch.disconnect();
  expect(removed).toContain('Loading the consultation');
});

test('the open side panel is part of the stored arrangement', async () => {
  const { user, inPane, workspace } = await withPanes('Wang Min');
  await user.click((await inPane('Wang Min')).getByRole('tab', { name: 'Prescription' }));
  await waitFor(() =>
    expect(layoutOf(workspace.getSnapshot()).sidePanels).toEqual({ 1: { beside: 'prescription', over: null } }),
  );
});
