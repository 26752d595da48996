import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { QuickReply } from '../../../contract/http/consult.ts';
import { ServiceSetup } from '../../../src/screens/serviceSetup/ServiceSetup.tsx';
import { openScreen } from '../../support/doctorScreen.tsx';
import { downloads } from '../../support/downloads.ts';
import { Refused } from '../../support/fakeApp.tsx';

type Arranged = { list: { id: string; group?: string }[] };

const reply = (id: string, content: string, group: string | null = null) =>
  ({ id, type: 1, title: null, content, group, sort: Number(id) }) as QuickReply;

/** A platform that keeps quick replies as the screen changes them. */
function open(given: readonly QuickReply[], answers: object = {}) {
  let replies = [...given];
  const shown = openScreen(<ServiceSetup />, {
    path: '/serviceSetup?tab=replies',
    answers: {
      getQuickReplies: () => replies,
      arrangeQuickReplies: ({ list }: Arranged) => {
        replies = list.flatMap(({ id, group = '' }, sort) =>
          replies.filter((one) => one.id === id).map((one) => ({ ...one, sort, group: group || null })),
        );
        return true;
      },
      updateQuickReply: ({ id, ...written }: QuickReply) => {
        replies = replies.map((one) => (one.id === id ? { ...one, ...written } : one));
        return true;
      },
      importQuickReplies: ({ list }: { list: QuickReply[] }) => {
        replies = [...replies, ...list.map((one, at) => ({ ...reply(String(90 + at), one.content), ...one }))];
        return { added: list.length, known: 0 };
      },
      ...answers,
    },
  });
  return shown;
}

const three = [reply('1', 'Alpha'), reply('2', 'Beta', 'End'), reply('3', 'Gamma', 'End')];
const mine = () => screen.findByRole('region', { name: 'Mine' });
const texts = async () =>
  within(await mine())
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent);

test('replies are listed below their groups', async () => {
  open(three);
  const end = within(await mine()).getByRole('region', { name: 'End' });
  expect(within(end).getAllByRole('listitem')).toHaveLength(2);
});

test('the buttons move a reply a step, say so and keep the focus; at a group’s edge it joins the next', async () => {
  const { user, asked, app } = open(three);
  const down = within(await mine()).getByRole('button', { name: 'Move “Alpha” down' });
  const said: string[] = [];
  app.announcer.say = (text: string) => void said.push(text);
  down.focus();
  await user.keyboard('{Enter}');
  expect(within(await mine()).getByRole('button', { name: 'Move “Alpha” down' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await texts()).toEqual(['Beta', 'Alpha', 'Gamma']));
  await waitFor(() =>
    expect(asked('arrangeQuickReplies').at(-1)).toEqual({
      list: [
        { id: '2', group: 'End' },
        { id: '1', group: 'End' },
        { id: '3', group: 'End' },
      ],
    }),
  );
  expect(said).toEqual([
    '“Alpha” is now number 1 of 3, in the group “End”.',
    '“Alpha” is now number 2 of 3, in the group “End”.',
  ]);
  expect(within(await mine()).getByRole('button', { name: 'Move “Beta” up' })).toHaveAttribute('aria-disabled', 'true');
});

test('a dragged reply takes the place of the one it is dropped on; a dragged file does not', async () => {
  const { asked } = open(three);
  const rows = within(await mine()).getAllByRole('listitem');
  const [first, , last] = rows;
  if (!first || !last) throw new Error('three replies are listed');
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    setDragImage: () => {},
    get types() {
      return [...data.keys()];
    },
  };
  const drop = (target: Element) => {
    for (const kind of ['dragOver', 'drop'] as const) {
      const event = createEvent[kind](target);
      Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
      fireEvent(target, event);
    }
  };
  data.set('Files', '');
  drop(first);
  data.clear();
  const grip = last.querySelector('[draggable]');
  if (!grip) throw new Error('a reply has a grip');
  const start = createEvent.dragStart(grip);
  Object.defineProperty(start, 'dataTransfer', { value: dataTransfer });
  fireEvent(grip, start);
  drop(first);
  await waitFor(async () => expect(await texts()).toEqual(['Gamma', 'Alpha', 'Beta']));
  expect(asked('arrangeQuickReplies')).toEqual([{ list: [{ id: '3' }, { id: '1' }, { id: '2', group: 'End' }] }]);
});

test('an order that the platform refuses is taken back, with the reason', async () => {
  const { user } = open(three, {
    arrangeQuickReplies: () => {
      throw new Refused(404, 'One was deleted meanwhile.');
    },
  });
  await user.click(within(await mine()).getByRole('button', { name: 'Move “Gamma” up' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The order was not saved: One was deleted meanwhile. Move it again.',
  );
  expect(await texts()).toEqual(['Alpha', 'Beta', 'Gamma']);
});

test('a reply is changed in a dialog, also its group', async () => {
  const { user, asked, said } = open(three);
  await user.click(within(await mine()).getByRole('button', { name: 'Change “Beta”' }));
  const form = within(await screen.findByRole('form', { name: 'Change quick reply' }));
  await user.clear(form.getByRole('combobox', { name: /^Group/ }));
  await user.type(form.getByRole('textbox', { name: /^Text/ }), ' two');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await texts()).toEqual(['Alpha', 'Beta two', 'Gamma']));
  expect(asked('updateQuickReply')).toEqual([{ id: '2', content: 'Beta two' }]);
  expect(said).toEqual(['The quick reply was changed.']);
});

test('a long list is searched by text and group, and cannot be moved while a part is shown', async () => {
  const { user } = open([...three, ...[4, 5, 6, 7, 8].map((n) => reply(String(n), `More ${n}`))]);
  await user.type(within(await mine()).getByRole('searchbox', { name: 'Search your replies' }), 'end');
  expect(await texts()).toEqual(['Beta', 'Gamma']);
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
});

test('an exported file is imported again; one with an unknown variable or without texts is refused', async () => {
  const saved = downloads();
  const { user, asked, said } = open(three);
  await user.click(within(await mine()).getByRole('button', { name: 'Export' }));
  expect(await saved[0]?.content).toContain('group,title,text\r\n,,Alpha\r\nEnd,,Beta\r\nEnd,,Gamma\r\n');
  const input = screen.getByLabelText('CSV file with quick replies');
  const choose = (text: string) => user.upload(input, new File([text], 'replies.csv', { type: 'text/csv' }));
  await choose('text\nDear {{nobody}}\n');
  expect(await screen.findByRole('alert')).toHaveTextContent('{{nobody}} in “Dear {{nobody}}” cannot be filled in');
  await choose('name\nLin\n');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('It must be a CSV file'));
  expect(asked('importQuickReplies')).toEqual([]);
  await choose('group,text\nNew,Delta\n');
  await waitFor(() => expect(said).toEqual(['1 quick reply was added.']));
  expect(asked('importQuickReplies')).toEqual([{ list: [{ content: 'Delta', group: 'New' }] }]);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await texts()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
});

test('replies are loaded again after an order without an answer, which may have been saved', async () => {
  const { user, asked } = open(three, { arrangeQuickReplies: () => undefined });
  await user.click(within(await mine()).getByRole('button', { name: 'Move “Gamma” up' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(asked('getQuickReplies')).toHaveLength(2));
  expect(await texts()).toEqual(['Alpha', 'Beta', 'Gamma']);
});
