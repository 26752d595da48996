import { useCallback, useEffect, useRef, useState } from 'react';

/** So near to it, in pixels, is at the end. */
export const endWithinPx = 40;

const upKeys = new Set(['PageUp', 'Home', 'ArrowUp']);

type Needs = {
  /** There is no list yet: it comes with the first message. */
  readonly empty: boolean;
  /** The reader leaves the end. */
  readonly onLetGo: () => void;
};

/**
 * Whether the chat follows its end. Only the reader's own hand lets go of it (wheel up, touch, keys, the scroll bar);
 * reaching the end, or sending, takes hold again. Rows that come and rows that grow late are followed in the frame in
 * which they change the height: after layout and before paint. This watcher is made before the list's own, so that the
 * list measures its rows where they then stand.
 */
export function useStick({ empty, onLetGo }: Needs) {
  const stuck = useRef(true);
  const box = useRef<HTMLElement | null>(null);
  const [watcher] = useState(
    () =>
      new ResizeObserver(() => {
        if (stuck.current && box.current) box.current.scrollTop = box.current.scrollHeight;
      }),
  );
  const letGo = useRef(() => {});
  letGo.current = () => {
    stuck.current = false;
    onLetGo();
  };
  const scrollerRef = useCallback((element: HTMLElement | Window | null) => {
    if (!(element instanceof HTMLElement) || element === box.current) return;
    box.current = element;
    const go = () => letGo.current();
    element.addEventListener('wheel', (event) => event.deltaY < 0 && go(), { passive: true });
    element.addEventListener('touchmove', go, { passive: true });
    element.addEventListener('keydown', (event) => upKeys.has(event.key) && go());
    element.addEventListener('pointerdown', (event) => event.offsetX > element.clientWidth && go());
  }, []);
  const toEnd = useCallback(() => {
    stuck.current = true;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  /** What is followed is there in the next frame; whoever has let go may have left the end before the list tells of it. */
  const isAtEnd = useCallback(() => {
    if (stuck.current || !box.current) return true;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    return scrollHeight - scrollTop - clientHeight <= endWithinPx;
  }, []);
  useEffect(() => {
    const scroller = box.current;
    const list = empty ? null : scroller?.querySelector('[data-testid="virtuoso-item-list"]');
    if (scroller) watcher.observe(scroller);
    if (list) watcher.observe(list);
    return () => watcher.disconnect();
  }, [empty, watcher]);
  return { stuck, scrollerRef, toEnd, isAtEnd };
}
