import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Field, type FieldWords, splitWords } from './Field.tsx';
import { isImeKey } from './ime.ts';
import { hideLayer, showLayer } from './layer.ts';
import './combobox.css';
import './layer.css';

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

/**
 * A box to write in, with what is found for it below. Arrows move, Enter takes, Escape closes; a key that an input method
 * is composing with does none of these.
 */
export function Combobox(props: Props) {
  const [field, { text, onText, found, searching, onChoose, words, onBlur, ...input }] = splitWords(props);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const at = Math.min(active, found.length - 1);
  const shown = open && (text.trim() !== '' || found.length > 0);
  const optionId = (index: number) => `${listId}-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is placed anew when its length changes.
  useEffect(() => {
    const list = layer.current;
    if (!shown || !list || !box.current) return;
    list.style.minWidth = `${box.current.offsetWidth}px`;
    showLayer(list, box.current, { side: 'below', align: 'start', gap: 4 });
    return () => hideLayer(list);
  }, [shown, found.length, searching]);
  useEffect(() => {
    if (shown) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [shown, at, listId]);

  const take = (one: Found | undefined) => {
    if (!one || one.disabledBecause) return;
    setOpen(false);
    onChoose(one.value);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isImeKey(event.nativeEvent)) return;
    const last = found.length - 1;
    if (event.key === 'ArrowDown') {
      setActive(open && at < last ? at + 1 : 0);
      setOpen(true);
    } else if (event.key === 'ArrowUp') {
      setActive(open && at > 0 ? at - 1 : last);
      setOpen(true);
    } else if (event.key === 'Enter' && shown) take(found[at]);
    else if (event.key === 'Escape' && shown) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Field {...field}>
      {(tied) => (
        <div ref={box} className="ui-input-box">
          <input
            {...input}
            {...tied}
            type="text"
            role="combobox"
            className="ui-input"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={listId}
            aria-activedescendant={shown && at >= 0 ? optionId(at) : undefined}
            value={text}
            onChange={(event) => {
              setActive(0);
              setOpen(true);
              onText(event.target.value);
            }}
            onKeyDown={press}
            onClick={() => setOpen(true)}
            onBlur={(event) => {
              setOpen(false);
              onBlur?.(event);
            }}
          />
          <div ref={layer} popover="manual" className="ui-layer ui-options">
            <div role="listbox" id={listId} aria-label={typeof field.label === 'string' ? field.label : undefined}>
              {found.map((one, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus.
                <div
                  key={one.value}
                  id={optionId(index)}
                  role="option"
                  className="ui-option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  aria-disabled={one.disabledBecause ? true : undefined}
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => setActive(index)}
                  onClick={() => take(one)}
                >
                  <span>{one.label}</span>
                  {one.disabledBecause || one.detail ? <small>{one.disabledBecause ?? one.detail}</small> : null}
                </div>
              ))}
            </div>
            {found.length === 0 ? <p>{searching ? words.searching : words.nothing}</p> : null}
          </div>
          <span className="ui-hidden" role="status">
            {shown && !searching ? words.count(found.length) : ''}
          </span>
        </div>
      )}
    </Field>
  );
}
