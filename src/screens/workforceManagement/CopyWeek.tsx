import { scheduleBounds } from '../../../contract/settingBounds.ts';
import { nextWeek } from '../../domain/planDates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { problem } from '../forms/fields.ts';
import { useSavedForm } from '../forms/useSavedForm.ts';
import type { Basis } from './DayPlan.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { conflictAt } from './planConflict.ts';
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
  const form = useSavedForm<{ to: string; weeks: string }, unknown>({
    name: `copy of the week from ${from} of ${basis.doctorId ?? 'oneself'}`,
    stored: { to: nextWeek(from), weeks: '1' },
    check: (copied) => (copied.to === '' ? { to: problem('schedule.leave.missing') } : {}),
    save: async (copied) =>
      conflictAt(
        'to',
        await api.copyWeek({ ...basis, from, to: copied.to, weeks: Number(copied.weeks) }, { quiet: true }),
      ),
    onSaved: (_, { weeks }) => onSaved(t('schedule.copy.done', { count: Number(weeks) })),
  });
  return (
    <PlanDialog title={t('schedule.copy.title')} submitLabel={t('schedule.copy.submit')} form={form} onClose={onClose}>
      <p className="card-note">
        {t('schedule.copy.text', {
          week: t('schedule.leave.days', { from: words.short(from), to: words.short(to) }),
        })}
      </p>
      <TextField type="date" label={t('schedule.copy.to')} required {...form.fieldOf('to')} />
      <SelectField
        label={t('schedule.copy.weeks')}
        choices={Array.from({ length: scheduleBounds.weeks.max }, (_, n) => ({
          value: String(n + 1),
          label: String(n + 1),
        }))}
        {...form.fieldOf('weeks')}
      />
    </PlanDialog>
  );
}
