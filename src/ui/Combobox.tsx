import { createListCollection } from '@chakra-ui/react/collection';
import { Combobox as ChakraCombobox } from '@chakra-ui/react/combobox';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { comboboxSlotRecipe } from '@chakra-ui/react/theme';
import { type ComponentProps, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ChakraLayer } from './ChakraLayer.tsx';
import { type ControlProps, Field, type FieldProps, splitFieldProps } from './Field.tsx';
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

type BoxProps = Omit<Props, keyof FieldProps | 'words'> &
  ControlProps & {
    /** Shown if there are no results. */
    readonly nothing: string;
    /** Announces how many results there are. */
    readonly count: string;
  };

/** The box and its list. Chakra takes long to render them, so they are rendered only if something of theirs changed. */
const SearchBox = memo(function SearchBox(props: BoxProps) {
  const { id, text, onText, found, searching, onChoose, nothing, count, disabled, ...input } = props;
  const invalid = input['aria-invalid'];
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
    <ChakraLayer>
      <ChakraCombobox.Root
        ids={{ input: id }}
        invalid={invalid ?? false}
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
          <ChakraCombobox.Input {...input} borderColor="border.control" bg="bg.panel" focusRingWidth="2px" />
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
              <ChakraCombobox.Empty color="fg.muted">{nothing}</ChakraCombobox.Empty>
            </ChakraCombobox.Content>
          </ChakraCombobox.Positioner>
        </Portal>
        <chakra.span srOnly role="status">
          {open && worthShowing && !searching ? count : ''}
        </chakra.span>
      </ChakraCombobox.Root>
    </ChakraLayer>
  );
});

const isSame = (one: Found, other: Found | undefined): boolean =>
  other !== undefined &&
  one.value === other.value &&
  one.label === other.label &&
  one.detail === other.detail &&
  one.note === other.note &&
  one.disabledBecause === other.disabledBecause;

/** The earlier results if the new ones are equal. */
function useEqualFound(found: readonly Found[]): readonly Found[] {
  const kept = useRef(found);
  const before = kept.current;
  if (before.length !== found.length || !found.every((one, n) => isSame(one, before[n]))) kept.current = found;
  return kept.current;
}

type Handlers = Pick<Props, 'onText' | 'onChoose' | 'onFocus' | 'onBlur'>;

/** Handlers that stay the same and call the latest ones. */
function useLatest(handlers: Handlers): Required<Handlers> {
  const latest = useRef(handlers);
  latest.current = handlers;
  const [stable] = useState(
    (): Required<Handlers> => ({
      onText: (text) => latest.current.onText(text),
      onChoose: (value) => latest.current.onChoose(value),
      onFocus: (event) => latest.current.onFocus?.(event),
      onBlur: (event) => latest.current.onBlur?.(event),
    }),
  );
  return stable;
}

/** A search box with its results below; the parent holds the choice, so the box has no value of its own. */
export function Combobox(props: Props) {
  const [field, { onText, onChoose, onFocus, onBlur, found, words, ...rest }] = splitFieldProps(props);
  const handlers = useLatest({ onText, onChoose, onFocus, onBlur });
  const shown = useEqualFound(found);
  return (
    <Field {...field}>
      {(tied) => (
        <SearchBox
          {...rest}
          {...handlers}
          {...tied}
          found={shown}
          nothing={rest.searching ? words.searching : words.nothing}
          count={words.count(shown.length)}
        />
      )}
    </Field>
  );
}
