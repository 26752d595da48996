import type { ComponentProps } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { readTypedNumber } from '../../../clinical/doses/typedNumber.ts';
import { invalidIn, quotaBounds } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { TextKey } from '../../locales/texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { type Problems, problem } from '../forms/fields.ts';
import { wholeNumberProblem } from '../forms/numberProblem.ts';
import { useFieldOfForm } from '../forms/useFieldOfForm.ts';

/** What keeps a plan with these numbers of patients from being saved. */
export const quotaProblems = <Key extends string>(
  typed: Readonly<Partial<Record<Key, string>>>,
): Problems<Record<Key, string>> =>
  // Each name is one of the plan's fields.
  Object.fromEntries(
    invalidIn(typed).map((name) => [name, problem('common.form.wholeNumber', quotaBounds)]),
  ) as Problems<Record<Key, string>>;

type Props<Values extends FieldValues> = Omit<
  ComponentProps<typeof TextField>,
  'name' | 'value' | 'onChange' | 'error'
> & {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
};

/** A number of patients in a part of the day, checked while it is typed; once left, the field shows what was understood. */
export function QuotaField<Values extends FieldValues>({ control, name, ...rest }: Props<Values>) {
  const { t } = useTranslation();
  const { value, onChange, onBlur, ref } = useFieldOfForm(control, name);
  const wrong = wholeNumberProblem(value, quotaBounds);
  return (
    <TextField
      {...rest}
      ref={ref}
      inputMode="numeric"
      autoComplete="off"
      placeholder="–"
      value={value}
      onChange={onChange}
      onBlur={() => {
        const read = readTypedNumber(value, { whole: true });
        if (read.kind === 'number' && read.text !== value) onChange(read.text);
        onBlur();
      }}
      error={wrong && (t as (key: TextKey, values: object) => string)(...wrong)}
    />
  );
}
