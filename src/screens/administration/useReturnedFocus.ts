import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to where it was before a chain of dialogs opened. A dialog cannot do it alone, because what opened it
 * was in the dialog before, which is gone. The heading gets the focus if its first owner is gone as well.
 */
export function useReturnedFocus(isOpen: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const owner = before.current;
    before.current = isOpen ? document.activeElement : null;
    if (isOpen || owner === null) return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const target = owner.isConnected && owner !== document.body ? owner : document.querySelector('h1');
      if (target instanceof HTMLElement) target.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
}
