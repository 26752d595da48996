import { useLayoutEffect, useState } from 'react';

const remIn = (element: Element) =>
  Number.parseFloat(getComputedStyle(element.ownerDocument.documentElement).fontSize) || 16;

/**
 * Whether the columns of a table are wider than its box; it follows changes of widths and fonts. The width that the
 * columns need is remembered, because rows in one cell need less. `ref` belongs on the element around the table.
 */
export function useTooWide(active: boolean): {
  readonly isTooWide: boolean;
  readonly ref: (box: Element | null) => void;
} {
  const [box, ref] = useState<Element | null>(null);
  const [isTooWide, setIsTooWide] = useState(false);
  useLayoutEffect(() => {
    if (!active || box === null) return;
    let neededRem = 0;
    const look = () => {
      const scroller = box.querySelector('table')?.closest('[data-virtuoso-scroller]');
      if (!scroller) return;
      const { clientWidth, scrollWidth } = scroller;
      if (scrollWidth > clientWidth + 1) neededRem = scrollWidth / remIn(box);
      setIsTooWide(clientWidth / remIn(box) < neededRem);
    };
    const size = new ResizeObserver(look);
    const observeAll = () => {
      size.disconnect();
      for (const one of [box, ...box.querySelectorAll('table')]) size.observe(one);
      look();
    };
    const children = new MutationObserver(observeAll);
    children.observe(box, { childList: true, subtree: true });
    observeAll();
    return () => {
      size.disconnect();
      children.disconnect();
    };
  }, [active, box]);
  return { isTooWide, ref };
}
