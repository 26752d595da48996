import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConversationId } from '../../../contract/ids.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { enter } from '../cloudRoom/room.tsx';

/** Two patients side by side, each with three messages. */
async function twoChats() {
  const room = enter({ running: [order('1', 'Wang Min'), order('2', 'Li Na')] });
  const opened = async (name: string, id: string) => {
    await room.user.click(room.chats().getByRole('button', { name: new RegExp(`^${name}`) }));
    const log = await screen.findByRole('log', { name: `Conversation with ${name}` });
    const says = (text: string, mine: boolean, minute: number) =>
      room.inbox.addMessage(id as ConversationId, {
        body: { kind: 'text', text },
        mine,
        at: startOfTest + minute * 60_000,
      });
    says(`${name} coughs`, false, 0);
    says(`Since when, ${name}?`, true, 1);
    says(`${name}: since <Monday>`, false, 2);
    await within(log).findByText(`${name}: since <Monday>`);
    return log;
  };
  const [wang, li] = [await opened('Wang Min', 'c1'), await opened('Li Na', 'c2')];
  return { ...room, wang, li };
}

/** What a copy from here to there writes into the clipboard; null where the browser copies by itself. */
function copied(from: [HTMLElement, string], to: [HTMLElement, string]) {
  const textIn = ([log, text]: [HTMLElement, string]) => within(log).getByText(text).firstChild as Text;
  const [start, end] = [textIn(from), textIn(to)];
  document.getSelection()?.setBaseAndExtent(start, 2, end, 3);
  const written = new Map<string, string>();
  const event = createEvent.copy(start.parentElement as HTMLElement, {
    clipboardData: { setData: (type: string, text: string) => void written.set(type, text) },
  });
  fireEvent(start.parentElement as HTMLElement, event);
  return event.defaultPrevented ? written : null;
}

test('copied messages name who said them and when, as text and as markup', async () => {
  const { wang } = await twoChats();
  const written = copied([wang, 'Wang Min coughs'], [wang, 'Wang Min: since <Monday>']);
  const lines = written?.get('text/plain')?.split('\n');
  expect(lines).toHaveLength(3);
  expect(lines?.[0]).toMatch(/09:30 Wang Min: Wang Min coughs$/);
  expect(lines?.[1]).toMatch(/09:31 (?!Wang Min).+: Since when, Wang Min\?$/);
  expect(lines?.[2]).toMatch(/09:32 Wang Min: Wang Min: since <Monday>$/);
  expect(written?.get('text/html')).toContain('since &lt;Monday&gt;');
});

test('a part of one message is copied as it is', async () => {
  const { wang } = await twoChats();
  expect(copied([wang, 'Wang Min coughs'], [wang, 'Wang Min coughs'])).toBeNull();
});

test('a copy that reaches into the conversation of another patient holds only the one in which it began', async () => {
  const { wang, li } = await twoChats();
  const text = copied([wang, 'Wang Min: since <Monday>'], [li, 'Since when, Li Na?'])?.get('text/plain');
  expect(text).toMatch(/09:32 Wang Min: Wang Min: since <Monday>$/);
  expect(text).not.toContain('Li Na');
});

test('the browser’s own print prints the conversation in use, with patient, allergies, speakers and times', async () => {
  const { wang, replyBox, user } = await twoChats();
  await user.click(await replyBox('Wang Min'));
  const printed = () => {
    fireEvent(window, new Event('beforeprint'));
    const text = document.querySelector('.print-sheet')?.textContent ?? '';
    fireEvent(window, new Event('afterprint'));
    return text;
  };
  await waitFor(() => expect(printed()).toContain('Wang Min coughs'), { timeout: 10_000 });
  expect(wang).toBeVisible();
  const text = printed();
  expect(text).toMatch(/Allergies: .*not recorded/i);
  expect(text).toMatch(/09:31.*Since when, Wang Min\?/);
  expect(text).not.toContain('Li Na');
  await user.click(await replyBox('Li Na'));
  expect(printed()).toMatch(/09:32Li NaLi Na: since <Monday>/);
});
