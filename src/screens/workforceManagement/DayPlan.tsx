import type { UseFormReturn } from 'react-hook-form';
import type { DaySlot, PlanDay } from '../../../contract/extension/schedule.ts';
import type { DoctorId } from '../../../contract/ids.ts';
import { periods, quotaIn } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { showRefusal } from '../forms/fields.ts';
import { useSavedForm } from '../forms/useSavedForm.ts';
import { usePending } from '../hooks/usePending.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { useDayWords, useTypes } from './planWords.ts';
import { QuotaField, quotaProblems } from './QuotaField.tsx';

/** The version that a change is based on, and whose plan it is if not the caller's. */
export type Basis = { readonly version: number; readonly doctorId?: DoctorId };

type Props = {
  readonly day: PlanDay;
  readonly basis: Basis;
  readonly onSaved: (text: string) => void;
  readonly onClose: () => void;
};

/** A day as typed: the note, and numbers of patients by type and part of the day. */
type Values = { readonly [field: string]: string; readonly note: string };
type Types = ReturnType<typeof useTypes>;

const keyOf = (consultType: number, period: string) => `${consultType} ${period}`;

const valuesOf = ({ slots, note }: PlanDay, types: Types): Values => ({
  ...Object.fromEntries(types.flatMap(({ value }) => periods.map((period) => [keyOf(value, period), '']))),
  ...Object.fromEntries(slots.map(({ consultType, period, quota }) => [keyOf(consultType, period), String(quota)])),
  note,
});

const slotsOf = (typed: Values, types: Types): DaySlot[] =>
  types
    .flatMap(({ value: consultType }) =>
      periods.map((period) => ({ period, consultType, quota: quotaIn(typed[keyOf(consultType, period)]) ?? 0 })),
    )
    .filter(({ quota }) => quota > 0);

type FieldsProps = {
  readonly types: Types;
  readonly form: UseFormReturn<Values>;
  readonly isLocked: boolean;
};

/** How many patients the doctor takes, for each consultation type and part of the day. */
function SlotFields({ types, form, isLocked }: FieldsProps) {
  const { t } = useTranslation();
  return types.map(({ value, label }) => (
    <fieldset key={value} disabled={isLocked}>
      <legend>{label}</legend>
      <div className="plan-periods">
        {periods.map((period) => (
          <QuotaField
            key={period}
            label={t(`schedule.period.${period}`)}
            aria-label={joined('details', [label, t(`schedule.period.${period}`)])}
            control={form.control}
            name={keyOf(value, period)}
          />
        ))}
      </div>
    </fieldset>
  ));
}

/** The plan of a single day, which then replaces the weekly one. */
export function DayPlan({ day, basis, onSaved, onClose }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const words = useDayWords();
  const types = useTypes(day.slots);
  const [busy, pending] = usePending();
  const isLeave = day.source === 'leave';
  const send = (slots: DaySlot[] | null, note: string) =>
    api.planDays({ ...basis, days: [{ date: day.date, slots, note }] }, { quiet: true });
  const saved = () => onSaved(t('schedule.dayPlan.saved', { day: words.long(day.date) }));
  const form = useSavedForm<Values, unknown>({
    name: `note of ${day.date} of ${basis.doctorId ?? 'oneself'}`,
    textField: 'note',
    stored: valuesOf(day, types),
    check: ({ note: _, ...quotas }) => quotaProblems(quotas),
    save: (typed) => send(slotsOf(typed, types), typed.note),
    onSaved: saved,
  });
  async function followWeek() {
    const answer = await pending(send(null, form.form.getValues('note')));
    if (!answer.ok) return showRefusal(form.form, answer.failure);
    form.reset();
    saved();
  }
  return (
    <PlanDialog
      size="md"
      title={words.long(day.date)}
      submitLabel={t('common.actions.save')}
      form={form}
      isLocked={isLeave || busy}
      otherButton={
        day.source === 'day' ? (
          <Button look="ghost" tone="neutral" disabled={busy || form.isSaving} onClick={() => void followWeek()}>
            {t('schedule.dayPlan.useWeek')}
          </Button>
        ) : null
      }
      notice={isLeave ? <Notice tone="info" title={t('schedule.dayPlan.onLeave')} /> : null}
      onClose={onClose}
    >
      <SlotFields types={types} form={form.form} isLocked={isLeave} />
      <TextField
        label={t('schedule.dayPlan.note')}
        optional={t('common.form.optional')}
        maxLength={200}
        disabled={isLeave}
        {...form.fieldOf('note')}
      />
    </PlanDialog>
  );
}
