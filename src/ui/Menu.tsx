import { type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode, useId, useState } from 'react';
import { onDemand, useOnDemand } from './onDemand.ts';

/** One line of a menu. */
export type MenuEntry = {
  readonly name: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly tone?: 'danger';
  /** Why it cannot be chosen now. */
  readonly disabledBecause?: string | null;
};

/** What the button that opens a menu must carry. */
export type MenuTrigger = {
  readonly id: string;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

export type MenuProps = {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onChoose: (name: string) => void;
  readonly align?: 'start' | 'end';
  readonly trigger: (carry: MenuTrigger) => ReactElement;
};

/** Where a menu opens: with nothing under the keys yet, or with its first or last line. */
export type MenuStart = 'none' | 'first' | 'last';

/** The code of menus: no screen needs it before one is opened. */
export const menuLayer = onDemand(() => import('./MenuLayer.tsx'));

/** A button's menu. The button is there at once; the lines come with their code. */
export function Menu({ trigger, ...rest }: MenuProps) {
  const id = useId();
  const ids = { trigger: `${id}-button`, content: `${id}-menu` };
  const [open, setOpen] = useState<MenuStart | null>(null);
  const layer = useOnDemand(menuLayer, open === null ? 'resting' : 'now');
  // A list has a menu in every row, and most are never opened.
  const [used, setUsed] = useState(false);
  if (open !== null && !used) setUsed(true);
  return (
    <>
      {trigger({
        id: ids.trigger,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        'aria-controls': open ? ids.content : undefined,
        // A click without a pointer is the Enter key or the space bar.
        onClick: (event) => setOpen(open ? null : event.detail === 0 ? 'first' : 'none'),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {layer && used ? <layer.MenuLayer {...rest} ids={ids} open={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
