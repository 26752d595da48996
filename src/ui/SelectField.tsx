import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps, splitFieldProps } from './Field.tsx';

export type Choice = { readonly value: string; readonly label: string; readonly disabled?: boolean };

type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'required' | 'id' | 'children' | 'size' | 'color'> & {
    readonly choices: readonly Choice[];
    /** Shown if nothing is selected. */
    readonly placeholder?: string;
  };

/** A native select, which every keyboard, phone and screen reader supports. */
export function SelectField(props: Props) {
  const [words, { choices, placeholder, ...select }] = splitFieldProps(props);
  return (
    <Field {...words}>
      {(tied) => (
        <div className="ui-select" data-size="md">
          <select {...select} {...tied}>
            {placeholder ? <option value="">{placeholder}</option> : null}
            {choices.map(({ value, label, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
