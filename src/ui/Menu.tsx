import { type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode, useId, useState } from 'react';
import { PartAway, useOnDemand } from './LaterPart.tsx';
import { onDemand } from './onDemand.ts';

export type MenuEntry = {
  readonly name: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Keyboard shortcut with the same effect. */
  readonly keys?: string;
  readonly tone?: 'danger';
  /** Why the entry is disabled. */
  readonly disabledBecause?: string | null;
};

/** Attributes that the button of a menu must have. */
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

/** The entry that is highlighted when the menu opens. */
export type MenuStart = 'none' | 'first' | 'last';

/** Loaded on demand, because no first view shows an open menu. */
export const menuLayer = onDemand(() => import('./MenuLayer.tsx'));

/** A button's menu; its entries are rendered after their code has loaded. */
export function Menu({ trigger, ...rest }: MenuProps) {
  const id = useId();
  const ids = { trigger: `${id}-button`, content: `${id}-menu` };
  const [open, setOpen] = useState<MenuStart | null>(null);
  const layer = useOnDemand(menuLayer, open === null ? 'idle' : 'now');
  // Every row of a list has a menu and most are never opened, so entries are rendered after the first use.
  const [used, setUsed] = useState(false);
  if (open !== null && !used) setUsed(true);
  return (
    <>
      {trigger({
        id: ids.trigger,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        'aria-controls': open ? ids.content : undefined,
        // A click without a pointer comes from the Enter key or the space bar.
        onClick: (event) => setOpen(open ? null : event.detail === 0 ? 'first' : 'none'),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {layer && used ? <layer.MenuLayer {...rest} ids={ids} open={open} onClose={() => setOpen(null)} /> : null}
      {open === null ? null : <PartAway of={menuLayer} as="floating" onClose={() => setOpen(null)} />}
    </>
  );
}
