import { type RefObject, useLayoutEffect, useState } from 'react';

/** The parts of a header that share its row; those without a box do not count. */
const partsOf = (head: HTMLElement): HTMLElement[] =>
  [...head.querySelectorAll<HTMLElement>('.pane-head-line > *')].filter(({ offsetWidth }) => offsetWidth > 0);

const gapOf = (element: HTMLElement) => Number.parseFloat(getComputedStyle(element).columnGap) || 0;

const widthOf = (parts: readonly HTMLElement[], gap: number) =>
  parts.reduce((sum, { offsetWidth }) => sum + offsetWidth + gap, 0);

/** Whether everything of a header fits into one row with every fact whole. Says the same in both arrangements. */
function fits(head: HTMLElement, facts: HTMLElement): boolean {
  const others = partsOf(head).filter((one) => one !== facts);
  const chips = [...facts.children].filter((one) => one instanceof HTMLElement);
  const { paddingLeft, paddingRight } = getComputedStyle(head);
  const room = head.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return widthOf(others, gapOf(head)) + widthOf(chips, gapOf(facts)) <= room;
}

/** Whether the facts of a header fit beside the name and the tabs, as widths and contents change. */
export function useFitsInRow(head: RefObject<HTMLElement | null>, active: boolean): boolean {
  const [isFitting, setIsFitting] = useState(false);
  useLayoutEffect(() => {
    const element = head.current;
    if (!active || element === null) return;
    const look = () => {
      const facts = element.querySelector<HTMLElement>('.pane-facts');
      if (facts !== null) setIsFitting(fits(element, facts));
    };
    const size = new ResizeObserver(look);
    const observeAll = () => {
      size.disconnect();
      for (const one of [element, ...element.querySelectorAll('.pane-head-line > *, .pane-facts > *')])
        size.observe(one);
      look();
    };
    const children = new MutationObserver(observeAll);
    children.observe(element, { childList: true, subtree: true });
    observeAll();
    return () => {
      size.disconnect();
      children.disconnect();
    };
  }, [head, active]);
  return isFitting;
}
