import { type RefObject, useEffect, useState } from 'react';

/** The number of facts that have no room in the first line of a row, which hides the lines below it. */
const countUnseen = (row: HTMLElement): number => {
  const shown = [...row.querySelectorAll(':scope > .ui-badge')].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.offsetWidth > 0,
  );
  const top = shown[0]?.offsetTop ?? 0;
  return shown.filter((one) => one.offsetTop >= top + one.offsetHeight).length;
};

/** How many facts of a row are out of sight because the row is too narrow, as its width and its children change. */
export function useUnseenCount(row: RefObject<HTMLElement | null>, active: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const element = row.current;
    if (!active || element === null) return setCount(0);
    const look = () => setCount(countUnseen(element));
    const size = new ResizeObserver(look);
    const children = new MutationObserver(look);
    size.observe(element);
    children.observe(element, { childList: true, characterData: true, subtree: true });
    look();
    return () => {
      size.disconnect();
      children.disconnect();
    };
  }, [row, active]);
  return count;
}
