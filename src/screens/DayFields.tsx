import { useTranslation } from '../locales/i18n.ts';
import { TextField } from '../ui/TextField.tsx';
import { isBackwards } from './days.ts';

type Props = {
  readonly from: string;
  readonly to: string;
  readonly onChange: (end: 'from' | 'to', day: string) => void;
};

/** From one day to another, both included. */
export function DayFields({ from, to, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        type="date"
        label={t('orders.from')}
        value={from}
        onChange={(event) => onChange('from', event.target.value)}
      />
      <TextField
        type="date"
        label={t('orders.to')}
        value={to}
        onChange={(event) => onChange('to', event.target.value)}
        error={isBackwards(from, to) ? t('orders.backwards') : null}
      />
    </>
  );
}
