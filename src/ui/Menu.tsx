import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { hideLayer, showLayer } from './layer.ts';
import './layer.css';
import './menu.css';

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
  readonly ref: Ref<HTMLButtonElement>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

type Props = {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onChoose: (name: string) => void;
  readonly align?: 'start' | 'end';
  readonly trigger: (carry: MenuTrigger) => ReactElement;
};

/** A button's menu. Arrows, Home, End and first letters move; Escape or a click outside closes and gives the focus back. */
export function Menu({ label, entries, onChoose, align = 'start', trigger }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const startAt = useRef<'first' | 'last'>('first');
  const items = () => [...(layer.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const openAt = (end: 'first' | 'last') => {
    startAt.current = end;
    setOpen(true);
  };

  useEffect(() => {
    const menu = layer.current;
    if (!open || !menu || !button.current) return;
    showLayer(menu, button.current, { side: 'below', align, gap: 4 });
    const lines = menu.querySelectorAll<HTMLElement>('[role="menuitem"]');
    lines[startAt.current === 'first' ? 0 : lines.length - 1]?.focus();
    const away = (event: Event) => {
      const target = event.target instanceof Node ? event.target : null;
      if (!menu.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    const scope = new AbortController();
    const heard = { capture: true, signal: scope.signal };
    for (const type of ['pointerdown', 'scroll']) document.addEventListener(type, away, heard);
    window.addEventListener('resize', away, heard);
    return () => {
      scope.abort();
      hideLayer(menu);
    };
  }, [open, align]);

  const move = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = (next: number) => all[(next + all.length) % all.length]?.focus();
    const letter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== ' ';
    if (event.key === 'ArrowDown') to(at + 1);
    else if (event.key === 'ArrowUp') to(at - 1);
    else if (event.key === 'Home') to(0);
    else if (event.key === 'End') to(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setOpen(false);
    else if (letter) {
      const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => (open ? close() : openAt('first')),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          openAt(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      <div
        ref={layer}
        id={id}
        className="ui-layer ui-menu"
        popover="manual"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
      >
        {open
          ? entries.map((entry) => (
              <button
                key={entry.name}
                type="button"
                role="menuitem"
                tabIndex={-1}
                data-tone={entry.tone}
                aria-disabled={entry.disabledBecause ? true : undefined}
                title={entry.disabledBecause ?? undefined}
                onClick={() => {
                  if (entry.disabledBecause) return;
                  close();
                  onChoose(entry.name);
                }}
              >
                {entry.icon}
                {entry.label}
                {entry.keys ? <small aria-hidden="true">{entry.keys}</small> : null}
              </button>
            ))
          : null}
      </div>
    </>
  );
}
