import type { View } from './contender.ts';
import { placeIn } from './sampleMessages.ts';

const channel = new MessageChannel();
let afterFrame: (() => void)[] = [];
channel.port1.onmessage = () => {
  const waiting = afterFrame;
  afterFrame = [];
  for (const resolve of waiting) resolve();
};

/** Call during a frame: resolves in the first task after the frame is painted. */
export const thisPainted = (): Promise<void> =>
  new Promise((resolve) => {
    afterFrame.push(resolve);
    channel.port2.postMessage(null);
  });

/** Resolves in the first task after the next frame is painted. */
export const framePainted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => void thisPainted().then(resolve)));

function* newestFirst({ list, reversed }: View): Generator<Element> {
  const next = reversed ? 'nextElementSibling' : 'previousElementSibling';
  for (let row = reversed ? list.firstElementChild : list.lastElementChild; row !== null; row = row[next]) yield row;
}

/** Seq of the newest message that is wholly visible; 0 if there is none. */
export function newestShown(view: View): number {
  const end = view.scroller.getBoundingClientRect().bottom + 1;
  for (const row of newestFirst(view)) {
    const place = placeIn(row);
    if (place !== null && row.getBoundingClientRect().bottom <= end) return place;
  }
  return 0;
}

/** Heights are whole pixels, positions are fractions; the difference may be this large. */
const roundingPx = 1.5;

/** Distance in pixels from the screen to the end of the list. */
export function shortOfEnd({ scroller, reversed }: View): number {
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  const short = reversed ? -scrollTop : scrollHeight - clientHeight - scrollTop;
  return short <= roundingPx ? 0 : short;
}

/** The topmost visible row and its position. */
export function topRow({ scroller, list }: View): { readonly place: number; readonly top: number } {
  const start = scroller.getBoundingClientRect().top;
  for (const row of list.children) {
    const { top, bottom } = row.getBoundingClientRect();
    const place = bottom > start ? placeIn(row) : null;
    if (place !== null) return { place, top: top - start };
  }
  return { place: 0, top: 0 };
}

/** Position of the row with this seq; null if it is not rendered. */
export function topOf({ scroller, list }: View, place: number): number | null {
  const row = [...list.children].find((one) => placeIn(one) === place);
  return row ? row.getBoundingClientRect().top - scroller.getBoundingClientRect().top : null;
}

/** Whether rows cover the whole height of the list. */
export function isCovered({ scroller, list }: View): boolean {
  const box = scroller.getBoundingClientRect();
  const rows = list.getBoundingClientRect();
  return rows.top <= box.top + 1 && rows.bottom >= box.bottom - 1;
}

/** Records the time in ms from each key press to the frame that shows it. */
export function keyTimes(): readonly number[] {
  const taken: number[] = [];
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => void framePainted().then(() => taken.push(performance.now() - timeStamp)),
    { capture: true },
  );
  return taken;
}
