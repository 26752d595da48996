import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';

/** The message that an element of a row belongs to. */
export const keyAt = (target: EventTarget): string | null =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : null) ?? null;

/** Up and down go from message to message, once the focus is in the log; what is focused is read out. */
export function walkBubbles(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  if (step === 0 || !(event.target instanceof Element)) return;
  const bubbles = [...event.currentTarget.querySelectorAll<HTMLElement>('.chat-message')];
  const at = bubbles.findIndex((bubble) => bubble.closest('[data-row]')?.contains(event.target as Element));
  const next = at < 0 ? bubbles.at(-1) : bubbles[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const mostTries = 12;

const isInView = (log: HTMLElement, key: string): boolean => {
  const row = log.querySelector(`[data-row="${CSS.escape(key)}"]`)?.getBoundingClientRect();
  const box = log.getBoundingClientRect();
  return row !== undefined && row.top < box.bottom && row.bottom > box.top;
};

/**
 * Brings a row into view, again while it is not: pages put in front and rows measured late move what was aimed at. The
 * returned function gives it up.
 */
export function insist(log: HTMLElement, key: string, scroll: () => void): () => void {
  let frame = 0;
  let tries = 0;
  const once = () => {
    if (tries > 0 && isInView(log, key)) return;
    scroll();
    tries += 1;
    if (tries < mostTries) frame = requestAnimationFrame(() => requestAnimationFrame(once));
  };
  frame = requestAnimationFrame(once);
  return () => cancelAnimationFrame(frame);
}

/** So near to it, in pixels, is at the end. */
export const endWithinPx = 40;

const belowIn = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight;

const upKeys = new Set(['PageUp', 'Home', 'ArrowUp']);

type Needs = {
  /** There is no list yet: it comes with the first message. */
  readonly empty: boolean;
  /** The reader turns from the end, which the chat has followed until then or not. */
  readonly onLetGo: (hasFollowed: boolean) => void;
  /** The reader has come back to the end. */
  readonly onHold: () => void;
};

/**
 * Whether the chat follows its end. Only the reader's own hand lets go of it (wheel up, touch, keys, the scroll bar);
 * scrolling down to the end, or sending, takes hold again. Rows that come and rows that grow late are followed in the frame in
 * which they change the height: after layout and before paint. This watcher is made before the list's own, so that the
 * list measures its rows where they then stand.
 */
export function useStick({ empty, onLetGo, onHold }: Needs) {
  const stuck = useRef(true);
  const box = useRef<HTMLElement | null>(null);
  const [watcher] = useState(
    () =>
      new ResizeObserver(() => {
        if (stuck.current && box.current) box.current.scrollTop = box.current.scrollHeight;
      }),
  );
  const moved = useRef({ letGo: () => {}, scrolled: () => {}, toEnd: () => {} });
  const lastTop = useRef(0);
  moved.current = {
    letGo() {
      const hasFollowed = stuck.current;
      stuck.current = false;
      lastTop.current = box.current?.scrollTop ?? 0;
      onLetGo(hasFollowed);
    },
    scrolled() {
      if (stuck.current || !box.current) return;
      const isDown = box.current.scrollTop > lastTop.current;
      lastTop.current = box.current.scrollTop;
      if (!isDown || belowIn(box.current) > endWithinPx) return;
      stuck.current = true;
      onHold();
    },
    toEnd() {
      stuck.current = true;
      if (box.current) box.current.scrollTop = box.current.scrollHeight;
    },
  };
  const scrollerRef = useCallback((element: HTMLElement | Window | null) => {
    if (!(element instanceof HTMLElement) || element === box.current) return;
    box.current = element;
    const go = () => moved.current.letGo();
    element.addEventListener('wheel', (event) => event.deltaY < 0 && go(), { passive: true });
    element.addEventListener('scroll', () => moved.current.scrolled(), { passive: true });
    element.addEventListener('touchmove', go, { passive: true });
    element.addEventListener('keydown', (event) => upKeys.has(event.key) && go());
    element.addEventListener('pointerdown', (event) => event.offsetX > element.clientWidth && go());
  }, []);
  const toEnd = useCallback(() => moved.current.toEnd(), []);
  const letGo = useCallback(() => moved.current.letGo(), []);
  /** What is followed is there in the next frame; whoever has let go may have left the end before the list tells of it. */
  const isAtEnd = useCallback(() => stuck.current || !box.current || belowIn(box.current) <= endWithinPx, []);
  useEffect(() => {
    const scroller = box.current;
    const list = empty ? null : scroller?.querySelector('[data-testid="virtuoso-item-list"]');
    if (scroller) watcher.observe(scroller);
    if (list) watcher.observe(list);
    return () => watcher.disconnect();
  }, [empty, watcher]);
  return { stuck, scrollerRef, toEnd, letGo, isAtEnd };
}
