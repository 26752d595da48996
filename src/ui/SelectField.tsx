import type { ComponentProps } from 'react';
import { Field, type FieldWords, splitWords } from './Field.tsx';

/** One entry of a list to choose from. */
export type Choice = { readonly value: string; readonly label: string; readonly disabled?: boolean };

type Props = FieldWords &
  Omit<ComponentProps<'select'>, 'required' | 'id' | 'children'> & {
    readonly choices: readonly Choice[];
    /** Shown while nothing is chosen. */
    readonly placeholder?: string;
  };

/** One of a few known choices; the browser's own list, which every keyboard, phone and screen reader knows. */
export function SelectField(props: Props) {
  const [words, { choices, placeholder, className = '', ...select }] = splitWords(props);
  return (
    <Field {...words}>
      {(tied) => (
        <select {...select} {...tied} className={`ui-input ${className}`}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {choices.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
