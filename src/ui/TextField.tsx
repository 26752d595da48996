import { type ComponentProps, type ReactNode, useState } from 'react';
import { Field, type FieldProps, splitFieldProps } from './Field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'color' | 'height' | 'width'> & {
  readonly label: ReactNode;
};

/** A native checkbox with a clickable label. */
export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={className ? `ui-checkbox ${className}` : 'ui-checkbox'}>
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'required' | 'id' | 'color'>;

/** A labelled text area that grows with its text. */
export function TextAreaField(props: TextAreaFieldProps) {
  const [words, textarea] = splitFieldProps(props);
  return (
    <Field {...words}>
      {(tied) => <textarea rows={2} dir="auto" className="ui-textarea" {...textarea} {...tied} />}
    </Field>
  );
}

/** A text input without a label of its own. */
export function Input({ className, ...input }: ComponentProps<'input'>) {
  return <input type="text" dir="auto" {...input} className={className ? `ui-input ${className}` : 'ui-input'} />;
}

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'required' | 'id' | 'size' | 'color' | 'height' | 'width'> & {
    /** A small button inside the input, at its end. */
    readonly trailing?: ReactNode;
  };

/** A labelled text input; attributes of the input, including `ref`, are passed on. */
export function TextField(props: Props) {
  const [words, { trailing, className, ...input }] = splitFieldProps(props);
  return (
    <Field {...words}>
      {(tied) => (
        <div className="ui-input-group">
          <Input {...input} {...tied} className={className} data-trailing={trailing ? '' : undefined} />
          {trailing ? <div className="ui-input-end">{trailing}</div> : null}
        </div>
      )}
    </Field>
  );
}

type CredentialProps = Omit<Props, 'value' | 'defaultValue' | 'onChange'> & {
  /** The value that the field begins with; later changes of it are not shown. */
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/**
 * A field for an account, a password or a code. A password manager may set it without an event, so only the browser holds
 * what it shows: a form that is drawn again leaves it alone, and `announceSilentValues` reports it before it is needed.
 */
export function CredentialField({ value, onChange, ...field }: CredentialProps) {
  const [initial] = useState(value);
  return <TextField {...field} defaultValue={initial} onChange={(event) => onChange(event.target.value)} />;
}
