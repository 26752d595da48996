import { useState } from 'react';
import { scheduleBounds } from '../../../contract/settingBounds.ts';
import { nextWeek } from '../../domain/planDates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import type { Basis } from './DayPlan.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { useDayWords } from './planWords.ts';

type Props = {
  /** First and last day of the week that is copied. */
  readonly from: string;
  readonly to: string;
  readonly basis: Basis;
  readonly onSaved: (text: string) => void;
  readonly onClose: () => void;
};

/** Copies the shown week to following weeks; a conflict is named at the date. */
export function CopyWeek({ from, to, basis, onSaved, onClose }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const words = useDayWords();
  const [target, setTarget] = useState(() => nextWeek(from));
  const [weeks, setWeeks] = useState('1');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  async function copy() {
    if (target === '') return setRefusal(t('schedule.leave.missing'));
    setBusy(true);
    const answer = await api.copyWeek({ ...basis, from, to: target, weeks: Number(weeks) }, { quiet: true });
    setBusy(false);
    if (answer.ok) onSaved(t('schedule.copy.done', { count: Number(weeks) }));
    else setRefusal(answer.failure.message);
  }
  return (
    <PlanDialog
      title={t('schedule.copy.title')}
      submitLabel={t('schedule.copy.submit')}
      busy={busy}
      onSubmit={copy}
      onClose={onClose}
    >
      <p className="card-note">
        {t('schedule.copy.text', {
          week: t('schedule.leave.days', { from: words.short(from), to: words.short(to) }),
        })}
      </p>
      <TextField
        type="date"
        label={t('schedule.copy.to')}
        required
        value={target}
        error={refusal}
        onChange={(event) => {
          setTarget(event.target.value);
          setRefusal(null);
        }}
      />
      <SelectField
        label={t('schedule.copy.weeks')}
        value={weeks}
        choices={Array.from({ length: scheduleBounds.weeks.max }, (_, n) => ({
          value: String(n + 1),
          label: String(n + 1),
        }))}
        onChange={(event) => setWeeks(event.target.value)}
      />
    </PlanDialog>
  );
}
