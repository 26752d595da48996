import { Menu, useMenuContext } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import { useEffect, useRef } from 'react';
import { ChakraLayer } from './ChakraLayer.tsx';
import type { MenuProps, MenuStart } from './Menu.tsx';
import { overlayHost } from './overlayHost.ts';

type Props = Omit<MenuProps, 'trigger'> & {
  readonly ids: { readonly trigger: string; readonly content: string };
  readonly open: MenuStart | null;
  readonly onClose: () => void;
};

/** Highlights the first or last entry of a menu that was opened by a key. */
function HighlightFirst({ name }: { readonly name: string | null }) {
  const { open, setHighlightedValue } = useMenuContext();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per opening; the setter has a new identity at every render.
  useEffect(() => {
    if (open && name !== null) setHighlightedValue(name);
  }, [open, name]);
  return null;
}

/** Returns the focus to the button if a key pressed just before closing moved the focus back into the menu. */
function useReturnFocus({ content, trigger }: Props['ids'], isOpen: boolean) {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const closed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!closed) return;
    requestAnimationFrame(() => {
      const menu = wasOpen.current ? null : document.getElementById(content);
      if (menu?.contains(document.activeElement)) document.getElementById(trigger)?.focus({ preventScroll: true });
    });
  }, [isOpen, content, trigger]);
}

/** The entries of a menu; Escape or a click outside closes it and returns the focus to the button. */
export function MenuLayer({ label, entries, onChoose, align = 'start', ids, open, onClose }: Props) {
  const starts = { none: null, first: entries[0]?.name ?? null, last: entries.at(-1)?.name ?? null };
  const chosen = useRef<string | null>(null);
  const isOpen = useRef(false);
  isOpen.current = open !== null;
  useReturnFocus(ids, open !== null);
  // Runs the choice one frame after closing: an overlay opened earlier would count as part of the menu and close with
  // it, and the menu's return of focus would take the focus away from it.
  function runChoice() {
    const name = chosen.current;
    if (isOpen.current || name === null) return;
    chosen.current = null;
    requestAnimationFrame(() => onChoose(name));
  }
  useEffect(runChoice);
  function choose(name: string) {
    chosen.current = name;
    // With the keyboard, the menu may have closed before the click on its entry.
    runChoice();
  }
  return (
    <ChakraLayer>
      <Menu.Root
        recipe={menuSlotRecipe}
        ids={ids}
        open={open !== null}
        loopFocus
        positioning={{ placement: `bottom-${align}`, gutter: 4 }}
        onOpenChange={(change) => {
          if (!change.open) onClose();
        }}
      >
        <HighlightFirst name={open ? starts[open] : null} />
        <Portal container={overlayHost}>
          <Menu.Positioner>
            <Menu.Content aria-label={label} minWidth="9rem" padding="1">
              {entries.map(({ name, label: text, icon, keys, tone, disabledBecause }) => (
                <Menu.Item
                  key={name}
                  value={name}
                  disabled={Boolean(disabledBecause)}
                  title={disabledBecause ?? undefined}
                  // Menu's onSelect uses the highlight of the previous render and misses a quick click.
                  onClick={disabledBecause ? undefined : () => choose(name)}
                  color={tone === 'danger' ? 'fg.error' : undefined}
                  minHeight="8"
                  _icon={{ flex: 'none', boxSize: '4' }}
                  _disabled={{ pointerEvents: 'auto' }}
                >
                  {icon}
                  <span>{text}</span>
                  {keys ? <Menu.ItemCommand aria-hidden="true">{keys}</Menu.ItemCommand> : null}
                </Menu.Item>
              ))}
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
    </ChakraLayer>
  );
}
