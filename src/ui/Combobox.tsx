import { createListCollection } from '@chakra-ui/react/collection';
import { Combobox as ChakraCombobox } from '@chakra-ui/react/combobox';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { comboboxSlotRecipe } from '@chakra-ui/react/theme';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import { ChakraLayer } from './ChakraLayer.tsx';
import { Field, type FieldWords, splitWords } from './Field.tsx';
import { overlayHost } from './overlayHost.ts';

const isScrolled = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowY);

/** The nearest box around a field that scrolls it; null when only the page does. */
function scrollerOf(field: Element): HTMLElement | null {
  let box = field.parentElement;
  while (box && !isScrolled(box)) box = box.parentElement;
  return box === document.body || box === document.documentElement ? null : box;
}

/** The panel that a list below a field may cover: the box that scrolls the field and what stands under it, not what is above. */
const panelOf = (field: Element): Element | null => scrollerOf(field)?.parentElement ?? null;

/** The least height, in pixels, with which a list is easy to read. */
const enough = 288;

/** Scrolls a field up when there is too little room below it for a list; the list itself never opens upwards. */
function makeRoomBelow(field: Element): void {
  const box = scrollerOf(field);
  if (!box) return;
  const top = field.getBoundingClientRect().top;
  const bottom = Math.min(panelOf(field)?.getBoundingClientRect().bottom ?? innerHeight, innerHeight);
  const lacking = enough - (bottom - field.getBoundingClientRect().bottom);
  const most = top - box.getBoundingClientRect().top - 8;
  if (lacking > 0 && most > 0) box.scrollTop += Math.min(lacking, most);
}

/** One thing found. */
export type Found = {
  readonly value: string;
  readonly label: string;
  /** What tells it from its neighbours: a code, a strength, the stock. */
  readonly detail?: ReactNode;
  readonly disabledBecause?: string | null;
};

type Props = FieldWords &
  Pick<ComponentProps<'input'>, 'placeholder' | 'disabled' | 'ref' | 'onBlur'> & {
    /** What is written in the box. The owner searches for it and hands in what it found. */
    readonly text: string;
    readonly onText: (text: string) => void;
    readonly found: readonly Found[];
    readonly searching: boolean;
    readonly onChoose: (value: string) => void;
    readonly words: { readonly nothing: string; readonly searching: string; readonly count: (found: number) => string };
  };

const boundaryOf = (id: string): Element | 'clippingAncestors' => {
  const field = document.getElementById(id);
  return (field && panelOf(field)) ?? 'clippingAncestors';
};

/** Makes room for the list as soon as it is shown. */
function RoomBelow({ id }: { readonly id: string }) {
  useEffect(() => {
    const field = document.getElementById(id);
    if (field) makeRoomBelow(field);
  }, [id]);
  return null;
}

/** A box to write in, with what is found for it below. What is chosen goes to the owner, the box keeps nothing. */
export function Combobox(props: Props) {
  const [field, { text, onText, found, searching, onChoose, words, disabled, ...input }] = splitWords(props);
  const [open, setOpen] = useState(false);
  const worthShowing = text.trim() !== '' || found.length > 0;
  const collection = useMemo(
    () =>
      createListCollection({
        items: found,
        itemToString: (one) => one.label,
        isItemDisabled: (one) => Boolean(one.disabledBecause),
      }),
    [found],
  );
  return (
    <Field {...field}>
      {({ id, ...tied }) => (
        <ChakraLayer>
          <ChakraCombobox.Root
            ids={{ input: id }}
            invalid={tied['aria-invalid'] ?? false}
            recipe={comboboxSlotRecipe}
            collection={collection}
            value={[]}
            inputValue={text}
            disabled={disabled ?? false}
            inputBehavior="autohighlight"
            selectionBehavior="preserve"
            allowCustomValue
            lazyMount
            unmountOnExit
            openOnClick={worthShowing}
            // A list that opened upwards would cover whose prescription it is, and the allergies.
            positioning={{ sameWidth: true, placement: 'bottom-start', flip: false, boundary: () => boundaryOf(id) }}
            onOpenChange={(change) => setOpen(change.open)}
            onInputValueChange={({ inputValue, reason }) => {
              if (reason === 'input-change') onText(inputValue);
            }}
            onValueChange={({ value: [chosen] }) => {
              if (chosen !== undefined) onChoose(chosen);
            }}
            css={{ '--combobox-input-height': 'var(--ui-control)', '--combobox-input-padding-x': 'spacing.2.5' }}
          >
            <ChakraCombobox.Control>
              <ChakraCombobox.Input
                {...input}
                {...tied}
                borderColor="border.control"
                bg="bg.panel"
                focusRingWidth="2px"
              />
            </ChakraCombobox.Control>
            <Portal container={overlayHost}>
              <ChakraCombobox.Positioner hidden={!worthShowing}>
                {worthShowing ? <RoomBelow id={id} /> : null}
                <ChakraCombobox.Content maxHeight="max(9rem, min(24rem, var(--available-height)))">
                  {found.map((one) => (
                    <ChakraCombobox.Item
                      key={one.value}
                      item={one}
                      flexShrink="0"
                      _disabled={{ opacity: 1, cursor: 'not-allowed' }}
                    >
                      <ChakraCombobox.ItemText color={one.disabledBecause ? 'fg.muted' : undefined}>
                        {one.label}
                      </ChakraCombobox.ItemText>
                      <chakra.small color="fg.muted" textStyle="xs" textAlign="end">
                        {one.disabledBecause ?? one.detail}
                      </chakra.small>
                    </ChakraCombobox.Item>
                  ))}
                  <ChakraCombobox.Empty color="fg.muted">
                    {searching ? words.searching : words.nothing}
                  </ChakraCombobox.Empty>
                </ChakraCombobox.Content>
              </ChakraCombobox.Positioner>
            </Portal>
            <chakra.span srOnly role="status">
              {open && worthShowing && !searching ? words.count(found.length) : ''}
            </chakra.span>
          </ChakraCombobox.Root>
        </ChakraLayer>
      )}
    </Field>
  );
}
