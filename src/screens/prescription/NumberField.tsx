import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { TextField } from '../../ui/TextField.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  readonly number: number | null;
  readonly onNumber: (number: number | null) => void;
  readonly whole?: boolean;
};

function numberIn(text: string, whole: boolean): number | null {
  const written = text.trim().replace(',', '.');
  const fits = whole ? /^\d{1,6}$/.test(written) : /^(\d{1,6}(\.\d{0,4})?|\.\d{1,4})$/.test(written);
  const number = Number(written);
  return fits && number > 0 ? number : null;
}

/** A positive number. What is half typed ("0.") stays as it is typed; what comes from elsewhere replaces it. */
export function NumberField({ number, onNumber, whole = false, error, ...rest }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const shown = numberIn(text, whole) === number ? text : number === null ? '' : String(number);
  const isWrong = number === null && /[^0.,\s]/.test(shown);
  return (
    <TextField
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      error={isWrong ? t('common.form.notANumber') : error}
      onChange={(event) => {
        setText(event.target.value);
        onNumber(numberIn(event.target.value, whole));
      }}
    />
  );
}
