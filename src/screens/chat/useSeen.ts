import { type RefObject, useEffect, useRef } from 'react';

/** Whether a dialog, a viewer, a paper or the locked screen lies over it: all of them put what is below out of reach. */
const isCovered = (log: Element): boolean =>
  document.documentElement.dataset.locked !== undefined || log.closest('[inert], [aria-hidden="true"]') !== null;

type Needs = {
  readonly log: RefObject<HTMLElement | null>;
  /** The end of the chat is in view, as far as the list has told yet. */
  readonly onScreen: boolean;
  readonly isAtEnd: () => boolean;
  readonly lastSeq: number;
  readonly seen: (seq: number) => void;
};

/** Tells up to where the chat was seen: only while its end is on the screen, uncovered, in a visible tab. */
export function useSeen({ log, onScreen, isAtEnd, lastSeq, seen }: Needs): void {
  const tell = useRef(() => {});
  useEffect(() => {
    tell.current = () => {
      const isInView = onScreen && document.visibilityState === 'visible';
      if (isInView && lastSeq > 0 && log.current && !isCovered(log.current) && isAtEnd()) seen(lastSeq);
    };
    tell.current();
  }, [log, onScreen, isAtEnd, lastSeq, seen]);
  useEffect(() => {
    const look = () => tell.current();
    const covers = new MutationObserver(look);
    const page = log.current?.closest('#page > *, body > :not(#page)');
    covers.observe(document.documentElement, { attributeFilter: ['data-locked'] });
    if (page) covers.observe(page, { attributeFilter: ['inert', 'aria-hidden'] });
    document.addEventListener('visibilitychange', look);
    return () => {
      covers.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [log]);
}
