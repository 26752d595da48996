import { framePainted, thisPainted } from '../pane/probe.ts';
import { waitingItems } from './changes.ts';
import { ours } from './contenders.tsx';
import { emptyBox, plainTable } from './plainTable.tsx';

export type ScrollName = 'ours' | 'table' | 'empty';

const frameMs = 1_000 / 60;
const nextFrame = () => new Promise<number>((resolve) => void requestAnimationFrame(resolve));

/** Whether rows reach from the head of the table to the end of what is visible. */
function isCovered(scroller: HTMLElement): boolean {
  const rows = scroller.querySelectorAll('tbody tr[data-index]');
  const [first, last] = [rows[0], rows[rows.length - 1]];
  if (!first || !last) return true;
  const box = scroller.getBoundingClientRect();
  const head = scroller.querySelector('thead')?.getBoundingClientRect().bottom ?? box.top;
  return first.getBoundingClientRect().top <= head + 1 && last.getBoundingClientRect().bottom >= box.bottom - 1;
}

/** Scrolls down the queue by this much each frame; counts late frames and frames with a gap, and notes the longest. */
export async function queueFling(host: HTMLElement, name: ScrollName, count: number, px: number, frames: number) {
  if (name === 'ours') await ours(host, waitingItems(count));
  else if (name === 'table') plainTable(host, waitingItems(count));
  else emptyBox(host);
  for (let frame = 0; frame < 60; frame += 1) await framePainted();
  const scroller = host.querySelector<HTMLElement>('[data-virtuoso-scroller]');
  if (!scroller) throw new Error(`${name} has nothing to scroll`);
  let [late, gaps, longest] = [0, 0, 0];
  let last = await nextFrame();
  for (let frame = 0; frame < frames; frame += 1) {
    scroller.scrollTop += px;
    await thisPainted();
    if (!isCovered(scroller)) gaps += 1;
    const now = await nextFrame();
    // A frame that is not late lasts 16.7 ms, give or take the clock of the browser.
    if (now - last > frameMs * 1.5) late += 1;
    longest = Math.max(longest, now - last);
    last = now;
  }
  return { late, gaps, longest, reached: Math.round(scroller.scrollTop) };
}
