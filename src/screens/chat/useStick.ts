import { useCallback, useRef } from 'react';

const upKeys = new Set(['PageUp', 'Home', 'ArrowUp']);

/**
 * Whether the chat follows its end. Only the reader's own hand lets go of it (wheel up, touch, keys, the scroll bar);
 * reaching the end, or sending, takes hold again. Rows that grow late are followed by writing the scroll position.
 */
export function useStick() {
  const stuck = useRef(true);
  const box = useRef<HTMLElement | null>(null);
  const scrollerRef = useCallback((element: HTMLElement | Window | null) => {
    if (!(element instanceof HTMLElement) || element === box.current) return;
    box.current = element;
    const letGo = () => {
      stuck.current = false;
    };
    element.addEventListener('wheel', (event) => event.deltaY < 0 && letGo(), { passive: true });
    element.addEventListener('touchmove', letGo, { passive: true });
    element.addEventListener('keydown', (event) => upKeys.has(event.key) && letGo());
    element.addEventListener('pointerdown', (event) => event.offsetX > element.clientWidth && letGo());
  }, []);
  const toEnd = useCallback(() => {
    stuck.current = true;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  const follow = useCallback(() => stuck.current && ('auto' as const), []);
  const followGrowth = useCallback(() => {
    if (!stuck.current) return;
    requestAnimationFrame(() => {
      if (stuck.current && box.current) box.current.scrollTop = box.current.scrollHeight;
    });
  }, []);
  return { stuck, scrollerRef, toEnd, follow, followGrowth };
}
