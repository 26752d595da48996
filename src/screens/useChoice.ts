import { type KeyboardEvent, useState } from 'react';
import { isImeKey } from '../ui/ime.ts';

type Needs = {
  readonly count: number;
  readonly choose: (index: number) => void;
  readonly close: () => void;
  /** Tab takes the choice as Enter does. */
  readonly tabChooses?: boolean;
};

/** Choosing from a list while the focus stays in a text box: arrows move, Enter takes, Escape closes. */
export function useChoice({ count, choose, close, tabChooses = false }: Needs) {
  const [wanted, setActive] = useState(0);
  const active = Math.max(0, Math.min(wanted, count - 1));

  /** Whether the key was meant for the list. */
  function press(event: KeyboardEvent): boolean {
    if (isImeKey(event.nativeEvent) || event.altKey || event.ctrlKey || event.metaKey) return false;
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
