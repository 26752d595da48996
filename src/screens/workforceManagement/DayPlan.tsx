import { useState } from 'react';
import * as z from 'zod/mini';
import type { PlanDay } from '../../../contract/extension/schedule.ts';
import type { DoctorId } from '../../../contract/ids.ts';
import { periods, quotaIn } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { useFormDraft } from '../forms/useFormDraft.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { useDayWords, useTypes } from './planWords.ts';
import { QuotaField } from './QuotaField.tsx';

/** The version that a change is based on, and whose plan it is if not the caller's. */
export type Basis = { readonly version: number; readonly doctorId?: DoctorId };

type Props = {
  readonly day: PlanDay;
  readonly basis: Basis;
  readonly onSaved: (text: string) => void;
  readonly onClose: () => void;
};

const Note = z.string();

const keyOf = (consultType: number, period: string) => `${consultType} ${period}`;

type Typed = Readonly<Record<string, string>>;
type FieldsProps = {
  readonly types: ReturnType<typeof useTypes>;
  readonly typed: Typed;
  readonly isLocked: boolean;
  readonly onTyped: (typed: Typed) => void;
};

/** How many patients the doctor takes, for each consultation type and part of the day. */
function SlotFields({ types, typed, isLocked, onTyped }: FieldsProps) {
  const { t } = useTranslation();
  return types.map(({ value, label }) => (
    <fieldset key={value} disabled={isLocked}>
      <legend>{label}</legend>
      <div className="plan-periods">
        {periods.map((period) => {
          const key = keyOf(value, period);
          return (
            <QuotaField
              key={period}
              label={t(`schedule.period.${period}`)}
              aria-label={joined('details', [label, t(`schedule.period.${period}`)])}
              typed={typed[key] ?? ''}
              onType={(quota) => onTyped({ ...typed, [key]: quota })}
            />
          );
        })}
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
  const [first] = useState<Typed>(() =>
    Object.fromEntries(day.slots.map(({ consultType, period, quota }) => [keyOf(consultType, period), String(quota)])),
  );
  const [typed, setTyped] = useState(first);
  const [typedNote, keepNote] = useFormDraft(`note of ${day.date} of ${basis.doctorId ?? 'oneself'}`, Note);
  const note = typedNote ?? day.note;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isLeave = day.source === 'leave';
  const isChanged = note !== day.note || Object.keys(typed).some((key) => typed[key] !== (first[key] ?? ''));

  async function store(slots: PlanDay['slots'] | null) {
    setBusy(true);
    const answer = await api.planDays({ ...basis, days: [{ date: day.date, slots, note }] }, { quiet: true });
    setBusy(false);
    if (!answer.ok) return setRefusal(answer.failure.message);
    keepNote(null);
    onSaved(t('schedule.dayPlan.saved', { day: words.long(day.date) }));
  }
  function save(form: HTMLFormElement) {
    const slots = types.flatMap(({ value: consultType }) =>
      periods.map((period) => ({ period, consultType, quota: quotaIn(typed[keyOf(consultType, period)]) })),
    );
    const valid = slots.flatMap(({ quota, ...slot }) => (quota === null ? [] : [{ ...slot, quota }]));
    if (valid.length < slots.length) return form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    void store(valid.filter(({ quota }) => quota > 0));
  }
  return (
    <PlanDialog
      size="md"
      title={words.long(day.date)}
      submitLabel={t('common.actions.save')}
      busy={busy}
      isLocked={isLeave}
      isChanged={isChanged}
      otherButton={
        day.source === 'day' ? (
          <Button look="ghost" tone="neutral" disabled={busy} onClick={() => void store(null)}>
            {t('schedule.dayPlan.useWeek')}
          </Button>
        ) : null
      }
      notice={isLeave ? <Notice tone="info" title={t('schedule.dayPlan.onLeave')} /> : null}
      onSubmit={save}
      onClose={() => {
        keepNote(null);
        onClose();
      }}
    >
      <SlotFields types={types} typed={typed} isLocked={isLeave} onTyped={setTyped} />
      <TextField
        label={t('schedule.dayPlan.note')}
        optional={t('common.form.optional')}
        maxLength={200}
        value={note}
        disabled={isLeave}
        onChange={(event) => keepNote(event.target.value === day.note ? null : event.target.value)}
      />
      {refusal ? (
        <p className="form-refusal" role="alert">
          {refusal}
        </p>
      ) : null}
    </PlanDialog>
  );
}
