import { waitFor } from 'xstate';
import { CloudRoom } from '../../src/screens/cloudRoom/CloudRoom.tsx';
import { Keyboard } from '../../src/screens/keyboard/Keyboard.tsx';
import { appWith, draw, loadParts, orderIn } from '../pane/app.tsx';
import type { View } from '../pane/contender.ts';
import { feed } from '../pane/feed.ts';
import { framePainted } from '../pane/probe.ts';
import { sampleMessage, sampleMessages } from '../pane/sampleMessages.ts';

const conversations = 500;
const panes = 6;
const nowhere = {};

/** The cloud room with six panes and 500 conversations in the side list. */
export async function sideList(host: HTMLElement): Promise<View> {
  const fed = feed(Array.from({ length: conversations }, () => sampleMessages(1, 3)));
  const made = appWith(fed, conversations);
  await Promise.all([loadParts(), fed.ready(), waitFor(made.workspace, (s) => s.matches('open'))]);
  host.className = 'bench-room';
  for (let pane = 0; pane < panes; pane += 1) made.open(orderIn(pane));
  draw(
    host,
    made,
    <Keyboard goTo={nowhere}>
      <CloudRoom />
    </Keyboard>,
  );
  for (let frame = 0; frame < 300; frame += 1) {
    await framePainted();
    const scroller = host.querySelector<HTMLElement>('.room-chats [data-virtuoso-scroller]');
    const list = scroller?.querySelector('[data-testid="virtuoso-item-list"]');
    if (scroller && list) return { scroller, list, reversed: false };
  }
  throw new Error('the list never came');
}

/** The same number of plain rows of the same height, all rendered. */
export async function plainList(host: HTMLElement): Promise<View> {
  const scroller = document.createElement('div');
  const list = document.createElement('div');
  scroller.className = 'bench-side';
  scroller.append(list);
  for (let n = 1; n <= conversations; n += 1) {
    const row = document.createElement('div');
    row.textContent = sampleMessage(n).text;
    list.append(row);
  }
  host.append(scroller);
  return { scroller, list, reversed: false };
}
