import { createListCollection } from '@chakra-ui/react/collection';
import { Combobox as ChakraCombobox } from '@chakra-ui/react/combobox';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { comboboxSlotRecipe } from '@chakra-ui/react/theme';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import { ChakraLayer } from './ChakraLayer.tsx';
import { Field, type FieldProps, splitFieldProps } from './Field.tsx';
import { overlayHost } from './overlayHost.ts';

const isScrolled = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowY);

/** The nearest ancestor that scrolls the field; null if only the page scrolls. */
function scrollParentOf(field: Element): HTMLElement | null {
  let box = field.parentElement;
  while (box && !isScrolled(box)) box = box.parentElement;
  return box === document.body || box === document.documentElement ? null : box;
}

/** The area that the list may cover: the scrolling ancestor and what is below it, not what is above. */
const panelOf = (field: Element): Element | null => scrollParentOf(field)?.parentElement ?? null;

/** Smallest comfortable height of the list in pixels. */
const minListHeight = 288;

/** Scrolls the field up if there is too little room below it, because the list never opens upwards. */
function makeRoomBelow(field: Element): void {
  const box = scrollParentOf(field);
  if (!box) return;
  const top = field.getBoundingClientRect().top;
  const bottom = Math.min(panelOf(field)?.getBoundingClientRect().bottom ?? innerHeight, innerHeight);
  const missing = minListHeight - (bottom - field.getBoundingClientRect().bottom);
  const most = top - box.getBoundingClientRect().top - 8;
  if (missing > 0 && most > 0) box.scrollTop += Math.min(missing, most);
}

/** A search result. */
export type Found = {
  readonly value: string;
  readonly label: string;
  /** What distinguishes similar results: a code, a strength or the stock. */
  readonly detail?: ReactNode;
  /** Shown below, over the whole width. */
  readonly note?: ReactNode;
  readonly disabledBecause?: string | null;
};

type Props = FieldProps &
  Pick<ComponentProps<'input'>, 'placeholder' | 'disabled' | 'ref' | 'onBlur' | 'onFocus'> & {
    /** The text in the box; the parent searches for it and passes the results. */
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

/** Makes room for the list when it opens. */
function RoomBelow({ id }: { readonly id: string }) {
  useEffect(() => {
    const field = document.getElementById(id);
    if (field) makeRoomBelow(field);
  }, [id]);
  return null;
}

/** A search box with its results below; the parent holds the choice, so the box has no value of its own. */
export function Combobox(props: Props) {
  const [field, { text, onText, found, searching, onChoose, words, disabled, ...input }] = splitFieldProps(props);
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
            // A list that opens upwards would cover the patient's name and allergies.
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
                      flexWrap="wrap"
                      _disabled={{ opacity: 1, cursor: 'not-allowed' }}
                    >
                      <ChakraCombobox.ItemText flex="1 1 50%" color={one.disabledBecause ? 'fg.muted' : undefined}>
                        {one.label}
                      </ChakraCombobox.ItemText>
                      <chakra.small color="fg.muted" textStyle="xs" textAlign="end">
                        {one.disabledBecause ?? one.detail}
                      </chakra.small>
                      {one.note ? <chakra.div flexBasis="100%">{one.note}</chakra.div> : null}
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
