import { useCallback, useEffect, useRef, useState } from 'react';
import { followsEnd } from './sharedResizeObserver.ts';

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
  const rows = useRef<Element | null>(null);
  const stick = (follows: boolean) => {
    stuck.current = follows;
    if (rows.current) followsEnd(rows.current, follows);
  };
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
      stick(false);
      lastTop.current = box.current?.scrollTop ?? 0;
      onLetGo(hasFollowed);
    },
    scrolled() {
      if (stuck.current || !box.current) return;
      const isDown = box.current.scrollTop > lastTop.current;
      lastTop.current = box.current.scrollTop;
      if (!isDown || belowIn(box.current) > endWithinPx) return;
      stick(true);
      onHold();
    },
    toEnd() {
      stick(true);
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
    rows.current = list ?? null;
    if (list) followsEnd(list, stuck.current);
    if (list) watcher.observe(list);
    return () => watcher.disconnect();
  }, [empty, watcher]);
  return { stuck, scrollerRef, toEnd, letGo, isAtEnd };
}
