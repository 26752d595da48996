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

/** Opened by a key, a menu has its first or last line under the keys at once. */
function StartAt({ name }: { readonly name: string | null }) {
  const { open, setHighlightedValue } = useMenuContext();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening; the setter is another one at every drawing.
  useEffect(() => {
    if (open && name !== null) setHighlightedValue(name);
  }, [open, name]);
  return null;
}

/** A key that came just before the menu closed gives it the focus in the next frame: it goes on to the button. */
function useGivesBack({ content, trigger }: Props['ids'], isOpen: boolean) {
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

/** The lines of a menu. Arrows, Home, End and first letters move; Escape or a click outside closes and gives the focus back. */
export function MenuLayer({ label, entries, onChoose, align = 'start', ids, open, onClose }: Props) {
  const starts = { none: null, first: entries[0]?.name ?? null, last: entries.at(-1)?.name ?? null };
  const chosen = useRef<string | null>(null);
  const isOpen = useRef(false);
  isOpen.current = open !== null;
  useGivesBack(ids, open !== null);
  // A layer that opens while the menu is still one is taken for a part of it, and closed with it. And a menu that closes
  // gives the focus back to its button: what the choice brings up comes a frame later and keeps the focus.
  function carryOut() {
    const name = chosen.current;
    if (isOpen.current || name === null) return;
    chosen.current = null;
    requestAnimationFrame(() => onChoose(name));
  }
  useEffect(carryOut);
  function choose(name: string) {
    chosen.current = name;
    // With the keys, the menu may have closed before its line is clicked.
    carryOut();
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
        <StartAt name={open ? starts[open] : null} />
        <Portal container={overlayHost}>
          <Menu.Positioner>
            <Menu.Content aria-label={label} minWidth="9rem" padding="1">
              {entries.map(({ name, label: text, icon, keys, tone, disabledBecause }) => (
                <Menu.Item
                  key={name}
                  value={name}
                  disabled={Boolean(disabledBecause)}
                  title={disabledBecause ?? undefined}
                  // Not the menu's onSelect: it goes by what was highlighted a drawing ago, and misses a quick click.
                  onClick={disabledBecause ? undefined : () => choose(name)}
                  color={tone === 'danger' ? 'fg.error' : undefined}
                  minHeight="8"
                  _icon={{ flex: 'none', boxSize: '4' }}
                  _disabled={{ pointerEvents: 'auto' }}
                >
                  {icon}
                  {text}
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
