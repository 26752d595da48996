import { mostPatients, quotaIn } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { TextField } from '../../ui/TextField.tsx';

type Props = {
  readonly name: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
};

/** One field of the week. */
export function WeekCell({ name, typed, onType }: Props) {
  const { t } = useTranslation();
  return (
    <td>
      <TextField
        label={name}
        quietLabel
        inputMode="numeric"
        autoComplete="off"
        className="week-input"
        placeholder="–"
        maxLength={4}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        error={quotaIn(typed) === null ? t('schedule.cellInvalid', { max: mostPatients }) : null}
      />
    </td>
  );
}
