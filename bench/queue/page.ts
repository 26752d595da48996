import { framePainted } from '../pane/probe.ts';
import { fling } from '../pane/reading.ts';
import { changesOf, waitingItems } from './changes.ts';
import { limit24, ours } from './contenders.tsx';
import type { ScrollName } from './scroll.ts';
import '../pane/bench.css';

const contenders = { limit24, ours };
export type QueueName = keyof typeof contenders;

const hostOf = () => {
  const host = document.getElementById('root');
  if (!host) throw new Error('the page has no root');
  return host;
};

/** The latest change shown in a row; 0 if none. */
const shownIn = (row: Element) => Number(/#(\d+)/.exec(row.textContent ?? '')?.[1] ?? 0);
const numberIn = (row: Element) => /RX\d+/.exec(row.textContent ?? '')?.[0] ?? '';

const patienceMs = 2_000;
/** The product preloads further code three seconds after its first view; measurements begin after that. */
const laterCodeMs = 5_000;

/** Applies changes and measures the time in ms from each to the first task after the frame that shows it. */
export async function queueRun(name: QueueName, count: number, perSecond: number, changes: number) {
  const items = waitingItems(count);
  const shown = await contenders[name](hostOf(), items);
  for (let frame = 0; frame < 60; frame += 1) await framePainted();
  const next = changesOf(items);
  const pending = new Map<string, { readonly n: number; readonly at: number }[]>();
  const taken: number[] = [];
  const start = performance.now();
  let frames = 0;
  let n = 0;
  const step = () => {
    for (; n < changes && n * (1_000 / perSecond) <= performance.now() - start; n += 1) {
      const change = next(n + 1);
      const at = performance.now();
      shown.change(change);
      const { prescriptionNo } = change.item;
      if (change.kind === 'left') pending.delete(prescriptionNo);
      if (change.kind === 'held' && change.seen)
        pending.set(prescriptionNo, [...(pending.get(prescriptionNo) ?? []), { n: change.n, at }]);
    }
    if (n < changes) setTimeout(step, n * (1_000 / perSecond) - (performance.now() - start));
  };
  step();
  const endsAt = start + (changes / perSecond) * 1_000;
  while (performance.now() < endsAt || (pending.size > 0 && performance.now() < endsAt + patienceMs)) {
    await framePainted();
    const now = performance.now();
    if (now < endsAt) frames += 1;
    for (const row of shown.rows()) {
      const number = numberIn(row);
      const waiting = pending.get(number);
      const upTo = waiting ? shownIn(row) : 0;
      while (waiting?.[0] && waiting[0].n <= upTo) taken.push(now - (waiting.shift()?.at ?? now));
      if (waiting?.length === 0) pending.delete(number);
    }
  }
  return { taken, unseen: pending.size, perSecond: (frames * 1_000) / (endsAt - start) };
}

/** Flings through a list of 500 conversations: the cloud room's side list, or plain rows. */
export async function sideFling(name: 'ours' | 'plain', px: number, count: number) {
  const { sideList, plainList } = await import('./sideList.tsx');
  const view = await (name === 'ours' ? sideList : plainList)(hostOf());
  await new Promise((resolve) => setTimeout(resolve, laterCodeMs));
  view.scroller.scrollTop = view.scroller.scrollHeight;
  for (let frame = 0; frame < 60; frame += 1) await framePainted();
  return fling(view, px, count);
}

const scrollRun = async (name: ScrollName, count: number, px: number, frames: number) => {
  const { queueFling } = await import('./scroll.ts');
  return queueFling(hostOf(), name, count, px, frames);
};

declare global {
  interface Window {
    queueRun: typeof queueRun;
    sideFling: typeof sideFling;
    scrollRun: typeof scrollRun;
  }
}

Object.assign(window, { queueRun, sideFling, scrollRun });
