import { type KeyboardEvent, useState } from 'react';

type Needs = {
  readonly count: number;
  readonly choose: (index: number) => void;
  readonly close: () => void;
  /** Tab chooses like Enter. */
  readonly tabChooses?: boolean;
};

/** Keyboard selection in a list while a text box keeps the focus: arrows move, Enter chooses, Escape closes. */
export function useListSelection({ count, choose, close, tabChooses = false }: Needs) {
  const [wanted, setActive] = useState(0);
  const active = Math.max(0, Math.min(wanted, count - 1));

  /** Returns whether the list handled the key. */
  function press(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const takes = (event.key === 'Enter' && !event.shiftKey) || (tabChooses && event.key === 'Tab' && !event.shiftKey);
    if (event.key === 'ArrowDown') setActive(active >= count - 1 ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active === 0 ? count - 1 : active - 1);
    else if (event.key === 'Escape') close();
    else if (takes && count > 0) choose(active);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  return { active, setActive, press };
}
