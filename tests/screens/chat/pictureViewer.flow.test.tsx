import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConversationId } from '../../../contract/ids.ts';
import type { MessageBody } from '../../../src/domain/message.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';
import { enter } from '../cloudRoom/room.tsx';

const wang = order('1', 'Wang Min');
const c1 = 'c1' as ConversationId;
const picture = (name: string): MessageBody => ({
  kind: 'image',
  url: `/${name}.png`,
  thumbnailUrl: null,
  width: 40,
  height: 30,
  name,
});

/** A small picture of the patient, opened from the conversation, and a second one behind it. */
async function opened() {
  const room = enter({ running: [wang] });
  await room.user.click(room.chats().getByRole('button', { name: /^Wang Min/ }));
  const log = await screen.findByRole('log', { name: 'Conversation with Wang Min' });
  room.inbox.addMessage(c1, { body: picture('arm'), mine: false, at: startOfTest });
  room.inbox.addMessage(c1, { body: picture('leg'), mine: true, at: startOfTest + 60_000 });
  const thumbnail = await within(log).findByRole('button', { name: 'arm' });
  await room.user.click(thumbnail);
  const panel = await screen.findByRole('region', { name: 'Pictures of Wang Min' });
  const viewer = within(panel);
  const large = viewer.getByRole('img');
  for (const [side, px] of [
    ['naturalWidth', 40],
    ['naturalHeight', 30],
  ] as const)
    Object.defineProperty(large, side, { value: px });
  fireEvent.load(large);
  return { ...room, log, thumbnail, panel, viewer };
}

test('the viewer names the patient and the time of each picture', async () => {
  const { viewer, user } = await opened();
  expect(viewer.getByText('Wang Min')).toBeVisible();
  expect(viewer.getByText('from the patient,').parentElement?.textContent).toMatch(/from the patient, .*09:30/);
  await user.click(viewer.getByRole('button', { name: 'Next' }));
  expect(viewer.getByRole('img')).toHaveAccessibleName('leg');
  expect(viewer.getByText('from the doctor,').parentElement?.textContent).toMatch(/from the doctor, .*09:31/);
  expect(viewer.getByText('2 of 2')).toBeVisible();
});

test('a small picture zooms by buttons, keys and wheel, back to all of it and to its own pixels', async () => {
  const { viewer, user } = await opened();
  const percent = () => viewer.getByText(/^\d+\s%$/, { selector: ':not(button) > span' }).textContent;
  await user.keyboard('1');
  expect(percent()).toBe('100\u00a0%');
  await user.click(viewer.getByRole('button', { name: 'Zoom in' }));
  expect(percent()).toBe('150\u00a0%');
  await user.keyboard('++');
  expect(percent()).toBe('338\u00a0%');
  const stage = viewer.getByRole('img').parentElement as HTMLElement;
  fireEvent.wheel(stage, { deltaY: 400 });
  expect(percent()).toBe('124\u00a0%');
  await user.click(viewer.getByRole('button', { name: '100\u00a0%' }));
  expect(percent()).toBe('100\u00a0%');
  await user.keyboard('r');
  expect(viewer.getByRole('img').style.transform).toContain('rotate(90deg)');
});

test('a picture that did not load is tried again, and the viewer keeps the keys', async () => {
  const { viewer, user, panel } = await opened();
  fireEvent.error(viewer.getByRole('img'));
  await user.click(viewer.getByRole('button', { name: 'Try again' }));
  expect(await viewer.findByRole('img')).toHaveAccessibleName('arm');
  expect(panel).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(panel).not.toBeInTheDocument());
});

test('the conversation stays usable beside the viewer, and closing returns to the picture', async () => {
  const { user, panel, thumbnail } = await opened();
  expect(panel).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
  const box = screen.getByRole('textbox', { name: 'Message Wang Min' });
  await user.click(box);
  await user.keyboard('+1');
  expect(box).toHaveValue('+1');
  panel.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(thumbnail).toHaveFocus();
});
