import type { ComponentProps } from 'react';
import { readTypedNumber } from '../../../clinical/typedNumber.ts';
import { quotaBounds } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { TextKey } from '../../locales/texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { wholeNumberProblem } from '../forms/numberProblem.ts';

type Props = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'error'> & {
  readonly typed: string;
  readonly onType: (typed: string) => void;
};

/** A number of patients in a part of the day; once left, the field shows what was understood. */
export function QuotaField({ typed, onType, ...rest }: Props) {
  const { t } = useTranslation();
  const wrong = wholeNumberProblem(typed, quotaBounds);
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="–"
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onBlur={() => {
        const read = readTypedNumber(typed, { whole: true });
        if (read.kind === 'number' && read.text !== typed) onType(read.text);
      }}
      error={wrong && (t as (key: TextKey, values: object) => string)(...wrong)}
    />
  );
}
