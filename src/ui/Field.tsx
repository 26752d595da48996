import { type ReactNode, useId } from 'react';
import './field.css';

/** What the control inside a field must carry, so that its label, hint and error are read with it. */
export type Tied = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
};

/** The words around a control. */
export type FieldWords = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong and how to put it right; null while nothing is. */
  readonly error?: string | null | undefined;
  readonly required?: boolean | undefined;
  /** A word behind the label of a field that may stay empty. */
  readonly optional?: string | undefined;
  /** The label is there for screen readers only. */
  readonly quietLabel?: boolean | undefined;
};

/** Takes the words for the field out of a control's props; the others are the control's own. */
export function splitWords<P extends FieldWords>(props: P): [FieldWords, Omit<P, keyof FieldWords>] {
  const { label, hint, error, required, optional, quietLabel, ...own } = props;
  return [{ label, hint, error, required, optional, quietLabel }, own];
}

type Props = FieldWords & { readonly children: (tied: Tied) => ReactNode };

/** A label, its control, a hint and an error, tied together for everyone. */
export function Field({ label, hint, error, required = false, optional, quietLabel = false, children }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="ui-field">
      <label htmlFor={id} className={quietLabel ? 'ui-hidden' : undefined}>
        {label}
        {required ? (
          <span className="ui-required" aria-hidden="true">
            *
          </span>
        ) : null}
        {optional ? <small>{optional}</small> : null}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="ui-hint">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="ui-error">
          {error}
        </p>
      ) : null}
    </div>
  );
}
