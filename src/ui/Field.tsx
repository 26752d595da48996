import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** Attributes that tie a control to its label, hint and error; the form validates, so `required` is not set. */
export type ControlProps = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
};

/** The texts around a control. */
export type FieldProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong and how to correct it; null if valid. */
  readonly error?: string | null | undefined;
  readonly required?: boolean | undefined;
  /** A note after the label that the field may stay empty. */
  readonly optional?: string | undefined;
  /** Only screen readers get the label. */
  readonly quietLabel?: boolean | undefined;
};

/** Splits props into those of the field and those of the control. */
export function splitFieldProps<P extends FieldProps>(props: P): [FieldProps, Omit<P, keyof FieldProps>] {
  const { label, hint, error, required, optional, quietLabel, ...own } = props;
  return [{ label, hint, error, required, optional, quietLabel }, own];
}

type Props = FieldProps & { readonly children: (tied: ControlProps) => ReactNode };

/** A label, its control, a hint and an error, associated for assistive technology. */
export function Field({ label, hint, error, required = false, optional, quietLabel = false, children }: Props) {
  const id = useId();
  const ids = { control: `${id}-control`, hint: `${id}-hint`, error: `${id}-error` };
  const described = [hint ? ids.hint : '', error ? ids.error : ''].filter(Boolean).join(' ');
  return (
    <div className="ui-field">
      <label htmlFor={ids.control} className={quietLabel ? 'ui-hidden' : 'ui-field-label'}>
        <span>{label}</span>
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
          <span>{error}</span>
        </span>
      ) : null}
    </div>
  );
}
