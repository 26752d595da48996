import type { Contender, View } from './contender.ts';
import { framePainted, isCovered, shortOfEnd, thisPainted, topOf, topRow } from './probe.ts';
import { type SampleMessage, sampleMessage, sampleMessages } from './sampleMessages.ts';

const watchedFrames = 20;
const frameMs = 1_000 / 60;

const nextFrame = () => new Promise<number>((resolve) => void requestAnimationFrame(resolve));

async function frames(count: number, look: () => void) {
  for (let frame = 0; frame < count; frame += 1) {
    await framePainted();
    look();
  }
}

/** Scrolls to a position. The wheel event first makes the list stop following its end. */
export async function scrollTo({ scroller }: View, top: number): Promise<void> {
  scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true }));
  scroller.scrollTop = top;
  await frames(10, () => {});
}

const pageSize = 50;

/** Prepends the next older page above the reading position; returns the largest shift in px over the next frames. */
export async function prependJump(
  contender: Contender,
  view: View,
  oldest: number,
  live: (() => void) | null,
): Promise<number> {
  await scrollTo(view, 150);
  const { place, top } = topRow(view);
  let worst = 0;
  const timer = live ? setInterval(live, 30) : undefined;
  contender.prepend?.(0, sampleMessages(oldest - pageSize, oldest - 1));
  await frames(watchedFrames, () => {
    worst = Math.max(worst, Math.abs((topOf(view, place) ?? Number.POSITIVE_INFINITY) - top));
  });
  clearInterval(timer);
  return worst;
}

/** Appends a picture that loads late; returns the distance in px from the end afterwards. */
export async function lateJump(contender: Contender, view: View, next: number): Promise<number> {
  const picture = { url: `/late.svg?${next}`, width: 400, height: 300 };
  const message: SampleMessage = { ...sampleMessage(next), picture };
  contender.add(0, message);
  await frames(60, () => {});
  return shortOfEnd(view);
}

/** Grows a row at the end; returns the distance in px from the end afterwards. */
export async function growthJump({ list, scroller, reversed }: View): Promise<number> {
  const row = reversed ? list.firstElementChild : list.lastElementChild;
  const inner = row?.firstElementChild;
  if (inner instanceof HTMLElement) inner.style.paddingBottom = '170px';
  await frames(watchedFrames, () => {});
  return shortOfEnd({ list, scroller, reversed });
}

/** Flings towards older messages; counts late frames and frames not fully covered with rows. */
export async function fling({ scroller, list, reversed }: View, pxPerFrame: number, count: number) {
  const view = { scroller, list, reversed };
  scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true }));
  let [dropped, gaps] = [0, 0];
  let last = await nextFrame();
  for (let frame = 0; frame < count; frame += 1) {
    scroller.scrollTop -= pxPerFrame;
    await thisPainted();
    if (!isCovered(view)) gaps += 1;
    const now = await nextFrame();
    dropped += Math.max(0, Math.round((now - last) / frameMs) - 1);
    last = now;
  }
  return { dropped, gaps };
}
