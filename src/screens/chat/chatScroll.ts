import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';

/** The key of the message whose row contains an element. */
export const messageKeyAt = (target: EventTarget): string | null =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : null) ?? null;

/** Arrow keys move the focus between messages, which screen readers then read. */
export function moveBetweenMessages(event: KeyboardEvent<HTMLElement>): void {
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
 * Scrolls to a row again until it is visible, because older pages and late measurements move it; returns the cancel
 * function.
 */
export function scrollUntilVisible(log: HTMLElement, key: string, scroll: () => void): () => void {
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

/** Distance in pixels within which the chat counts as at its end. */
export const endWithinPx = 40;

const belowIn = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight;

const upKeys = new Set(['PageUp', 'Home', 'ArrowUp']);

type Needs = {
  /** The list is mounted with the first message. */
  readonly empty: boolean;
  /** The reader scrolls away; `hasFollowed` says whether the chat followed its end until then. */
  readonly onUnfollow: (hasFollowed: boolean) => void;
  /** The reader has returned to the end. */
  readonly onFollow: () => void;
};

/**
 * Makes the chat follow its end. Only the reader stops that (wheel, touch, keys or scroll bar); scrolling to the end or
 * sending resumes it. New rows are followed when they are inserted, changes of height after layout and before paint. This
 * ResizeObserver is created before Virtuoso's own, so that Virtuoso measures the final scroll position.
 */
export function useFollowEnd({ empty, onUnfollow, onFollow }: Needs) {
  const following = useRef(true);
  const box = useRef<HTMLElement | null>(null);
  const [watcher] = useState(
    () =>
      new ResizeObserver(() => {
        if (following.current && box.current) box.current.scrollTop = box.current.scrollHeight;
      }),
  );
  const moved = useRef({ unfollow: () => {}, scrolled: () => {}, toEnd: () => {} });
  const lastTop = useRef(0);
  moved.current = {
    unfollow() {
      const hasFollowed = following.current;
      following.current = false;
      lastTop.current = box.current?.scrollTop ?? 0;
      onUnfollow(hasFollowed);
    },
    scrolled() {
      if (following.current || !box.current) return;
      const isDown = box.current.scrollTop > lastTop.current;
      lastTop.current = box.current.scrollTop;
      if (!isDown || belowIn(box.current) > endWithinPx) return;
      following.current = true;
      onFollow();
    },
    toEnd() {
      following.current = true;
      if (box.current) box.current.scrollTop = box.current.scrollHeight;
    },
  };
  const scrollerRef = useCallback((element: HTMLElement | Window | null) => {
    if (!(element instanceof HTMLElement) || element === box.current) return;
    box.current = element;
    const go = () => moved.current.unfollow();
    element.addEventListener('wheel', (event) => event.deltaY < 0 && go(), { passive: true });
    element.addEventListener('scroll', () => moved.current.scrolled(), { passive: true });
    element.addEventListener('touchmove', go, { passive: true });
    element.addEventListener('keydown', (event) => upKeys.has(event.key) && go());
    element.addEventListener('pointerdown', (event) => event.offsetX > element.clientWidth && go());
  }, []);
  const toEnd = useCallback(() => moved.current.toEnd(), []);
  const unfollow = useCallback(() => moved.current.unfollow(), []);
  /**
   * A followed end is visible in the next frame; otherwise measure, because Virtuoso reports leaving the end with a
   * delay.
   */
  const isAtEnd = useCallback(() => following.current || !box.current || belowIn(box.current) <= endWithinPx, []);
  useEffect(() => {
    const scroller = box.current;
    const list = empty ? null : scroller?.querySelector('[data-testid="virtuoso-item-list"]');
    if (scroller) watcher.observe(scroller);
    if (list) watcher.observe(list);
    // When several chats measure at once, the browser reports the size of some lists one frame late.
    const inserted = new MutationObserver(() => following.current && moved.current.toEnd());
    if (list) inserted.observe(list, { childList: true });
    return () => {
      watcher.disconnect();
      inserted.disconnect();
    };
  }, [empty, watcher]);
  return { following, scrollerRef, toEnd, unfollow, isAtEnd };
}
