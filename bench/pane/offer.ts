import type { Contender, View } from './contender.ts';
import { type Pace, pour, watched } from './pour.ts';
import { framePainted, keyTimes, newestShown, shortOfEnd } from './probe.ts';
import { fling, growthJump, lateJump, prependJump } from './reading.ts';
import { sampleMessage, sampleMessages } from './sampleMessages.ts';
import './bench.css';

export type Name =
  | 'limit24'
  | 'limit200'
  | 'plain1000'
  | 'virtuoso'
  | 'chatscope'
  | 'chatElements'
  | 'conversation'
  | 'room';

type Contenders = Readonly<Partial<Record<Name, () => Promise<Contender>>>>;

/** Operations that a measurement can request from the page. */
async function open(contenders: Contenders, name: Name, history: number, panes: number) {
  const contender = await contenders[name]?.();
  if (!contender) throw new Error(`this page has no ${name}`);
  await contender.load(Array.from({ length: panes }, () => sampleMessages(1, history)));
  const all = Array.from({ length: panes }, (_, pane) => pane);
  const lasts = all.map(() => history);
  /** Adds the next message to a pane. */
  const give = (pane: number): number => {
    const n = (lasts[pane] ?? history) + 1;
    lasts[pane] = n;
    contender.add(pane, sampleMessage(n));
    return n;
  };
  const view = (pane: number): View => {
    const found = contender.view(pane);
    if (!found) throw new Error(`${name} shows nothing in pane ${pane}`);
    return found;
  };
  /** The product shows six panes; conversations beyond them stay loaded without a pane. */
  const shown = all.slice(0, 6);
  const isShown = (pane: number) => {
    const found = contender.view(pane);
    return found !== null && newestShown(found) === history;
  };
  return {
    /** Time in ms from nothing to the newest row in every visible pane. */
    async show(): Promise<number> {
      const host = document.getElementById('root');
      const start = performance.now();
      if (host) contender.show(host);
      for (let frame = 0; frame < 600; frame += 1) {
        await framePainted();
        if (shown.every(isShown)) return performance.now() - start;
      }
      throw new Error(
        `${name} never showed its newest row: ${all.map((pane) => contender.view(pane) && newestShown(view(pane)))}`,
      );
    },
    pour: (pace: Omit<Pace, 'panes'>) => pour({ ...pace, panes }, give),
    watched: (pace: Omit<Pace, 'panes'>) => watched(contender, { ...pace, panes }, give),
    /** Messages below the screen, and pixels to the end, in the worst pane. */
    left: () => ({
      rows: Math.max(...shown.map((pane) => (lasts[pane] ?? 0) - newestShown(view(pane)))),
      short: Math.max(...shown.map((pane) => shortOfEnd(view(pane)))),
    }),
    rotate: () => contender.rotate?.(),
    actors: () => contender.actors?.() ?? null,
    /** `oldest` is the seq of the first loaded message. */
    prependJump: (oldest: number, live: boolean) =>
      prependJump(contender, view(0), oldest, live ? () => void give(0) : null),
    lateJump: () => lateJump(contender, view(0), (lasts[0] ?? history) + 1),
    growthJump: () => growthJump(view(0)),
    keyTimes: keyTimes(),
    fling: (pxPerFrame: number, count: number) => fling(view(0), pxPerFrame, count),
  };
}

export type Opened = Awaited<ReturnType<typeof open>>;

declare global {
  interface Window {
    openContender: (name: Name, history: number, panes: number) => Promise<Opened>;
    opened: Opened;
  }
}

/** Lets the measuring process open these contenders in this page. */
export function offer(contenders: Contenders): void {
  window.openContender = (name, history, panes) => open(contenders, name, history, panes);
}
