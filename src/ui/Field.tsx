import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What the control inside a field must carry: hint and error are both read with it. What is missing is said by the form. */
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
  const ids = { control: `${id}-control`, hint: `${id}-hint`, error: `${id}-error` };
  const described = [hint ? ids.hint : '', error ? ids.error : ''].filter(Boolean).join(' ');
  return (
    <div className="ui-field">
      <label htmlFor={ids.control} className={quietLabel ? 'ui-hidden' : 'ui-field-label'}>
        {label}
        {required ? (
          <span className="ui-field-required" aria-hidden="true">
            *
          </span>
        ) : null}
        {optional ? <small>{optional}</small> : null}
      </label>
      {children({
        id: ids.control,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint ? (
        <span id={ids.hint} className="ui-field-hint">
          {hint}
        </span>
      ) : null}
      {error ? (
        <span id={ids.error} className="ui-field-error" aria-live="polite">
          <CircleAlert aria-hidden="true" size="1em" />
          {error}
        </span>
      ) : null}
    </div>
  );
}
