import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createActor, fromTransition } from 'xstate';
import { endWithinPx, follow, isFollowing, openedAtEnd, unseenFrom } from './following.ts';

const belowIn = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight;

const upKeys = new Set(['PageUp', 'Home', 'ArrowUp']);

type Reader = { readonly leaves: () => void; readonly scrolls: () => void };

/** The reader leaves the end by wheel, touch, keys or scroll bar. */
function listenTo(element: HTMLElement, { leaves, scrolls }: Reader): void {
  element.addEventListener('wheel', (event) => event.deltaY < 0 && leaves(), { passive: true });
  element.addEventListener('scroll', scrolls, { passive: true });
  element.addEventListener('touchmove', leaves, { passive: true });
  element.addEventListener('keydown', (event) => upKeys.has(event.key) && leaves());
  element.addEventListener('pointerdown', (event) => event.offsetX > element.clientWidth && leaves());
}

/** The end of a chat: what the reader and the list report of it, and scrolling to it. */
function createEnd(box: RefObject<HTMLElement | null>, lastSeq: RefObject<number>) {
  const state = createActor(fromTransition(follow, openedAtEnd)).start();
  const isFollowed = () => isFollowing(state.getSnapshot());
  const keepUp = () => {
    if (box.current && isFollowed()) box.current.scrollTop = box.current.scrollHeight;
  };
  const unfollow = () =>
    state.send({ type: 'reader.left', top: box.current?.scrollTop ?? 0, lastSeq: lastSeq.current });
  const scrolls = () => {
    if (box.current) state.send({ type: 'reader.scrolled', top: box.current.scrollTop, below: belowIn(box.current) });
  };
  const scrollerRef = (element: HTMLElement | Window | null) => {
    if (!(element instanceof HTMLElement) || element === box.current) return;
    box.current = element;
    listenTo(element, { leaves: unfollow, scrolls });
  };
  const toEnd = () => {
    state.send({ type: 'end.requested' });
    keepUp();
  };
  const reachEnd = (isShown: boolean) =>
    state.send(isShown ? { type: 'end.shown', lastSeq: lastSeq.current } : { type: 'end.hidden' });
  /**
   * A followed end is visible in the next frame; otherwise measure, because Virtuoso reports leaving the end with a
   * delay.
   */
  const isAtEnd = () => isFollowed() || !box.current || belowIn(box.current) <= endWithinPx;
  return { state, watcher: new ResizeObserver(keepUp), keepUp, unfollow, scrollerRef, toEnd, reachEnd, isAtEnd };
}

/** `empty`: the list is mounted with the first message. */
type Needs = { readonly empty: boolean; readonly lastSeq: number };

/**
 * Makes the chat follow its end, new rows when they are inserted and changes of height before paint, until the reader
 * scrolls away; scrolling to the end or sending resumes it. The ResizeObserver is created before Virtuoso's own, so that
 * Virtuoso measures the final scroll position.
 */
export function useFollowEnd({ empty, lastSeq }: Needs) {
  const box = useRef<HTMLElement | null>(null);
  const latestSeq = useRef(lastSeq);
  latestSeq.current = lastSeq;
  const [end] = useState(() => createEnd(box, latestSeq));
  const unseen = useSelector(end.state, unseenFrom);
  useEffect(() => {
    const { watcher, keepUp } = end;
    const list = empty ? null : box.current?.querySelector('[data-testid="virtuoso-item-list"]');
    if (box.current) watcher.observe(box.current);
    if (list) watcher.observe(list);
    // When several chats measure at once, the browser reports the size of some lists one frame late.
    const inserted = new MutationObserver(keepUp);
    if (list) inserted.observe(list, { childList: true });
    return () => {
      watcher.disconnect();
      inserted.disconnect();
    };
  }, [empty, end]);
  return { ...end, unseenFrom: unseen };
}
