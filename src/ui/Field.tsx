import { Field as ChakraField } from '@chakra-ui/react/field';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';

/** What the control inside a field must carry beside what it learns from the field: hint and error are both read with it. */
export type Tied = {
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-required': true | undefined;
  /** The form says what is missing, in the product's words, not the browser. */
  readonly required: false;
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
  const ids = { helperText: `${id}-hint`, errorText: `${id}-error` };
  const described = [hint ? ids.helperText : '', error ? ids.errorText : ''].filter(Boolean).join(' ');
  return (
    <ChakraField.Root ids={ids} invalid={Boolean(error)} required={required} gap="1" minWidth="0" className="ui-field">
      <ChakraField.Label srOnly={quietLabel}>
        {label}
        <ChakraField.RequiredIndicator />
        {optional ? (
          <chakra.small color="fg.subtle" fontWeight="normal" fontSize="xs">
            {optional}
          </chakra.small>
        ) : null}
      </ChakraField.Label>
      {children({
        'aria-describedby': described || undefined,
        'aria-required': required || undefined,
        required: false,
      })}
      {hint ? <ChakraField.HelperText>{hint}</ChakraField.HelperText> : null}
      <ChakraField.ErrorText>
        <ChakraField.ErrorIcon aria-hidden="true" />
        {error}
      </ChakraField.ErrorText>
    </ChakraField.Root>
  );
}
