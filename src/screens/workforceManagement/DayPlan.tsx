import { type FormEvent, useId, useRef, useState } from 'react';
import type { PlanDay } from '../../../contract/extension/schedule.ts';
import type { DoctorId } from '../../../contract/ids.ts';
import { maxPatients, periods, quotaIn } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { joined } from '../joined.ts';
import { useDiscardQuestion } from '../useDiscardQuestion.tsx';
import { useDayWords, useTypes } from './planWords.ts';

/** The version that a change is based on, and whose plan it is if not the caller's. */
export type Basis = { readonly version: number; readonly doctorId?: DoctorId };

type Props = {
  readonly day: PlanDay;
  readonly basis: Basis;
  readonly onSaved: (text: string) => void;
  readonly onClose: () => void;
};

const keyOf = (consultType: number, period: string) => `${consultType} ${period}`;

/** The plan of a single day, which then replaces the weekly one. */
export function DayPlan({ day, basis, onSaved, onClose }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const words = useDayWords();
  const types = useTypes(day.slots);
  const form = useId();
  const fields = useRef<HTMLFormElement>(null);
  const [first] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(day.slots.map(({ consultType, period, quota }) => [keyOf(consultType, period), String(quota)])),
  );
  const [typed, setTyped] = useState(first);
  const [note, setNote] = useState(day.note);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isLeave = day.source === 'leave';
  const isChanged = note !== day.note || Object.keys(typed).some((key) => typed[key] !== (first[key] ?? ''));
  const { close, question } = useDiscardQuestion(isChanged, onClose);

  async function store(slots: PlanDay['slots'] | null) {
    setBusy(true);
    const answer = await api.planDays({ ...basis, days: [{ date: day.date, slots, note }] }, { quiet: true });
    setBusy(false);
    if (answer.ok) onSaved(t('schedule.dayPlan.saved', { day: words.long(day.date) }));
    else setRefusal(answer.failure.message);
  }
  function save(event: FormEvent) {
    event.preventDefault();
    const slots = types.flatMap(({ value: consultType }) =>
      periods.map((period) => ({ period, consultType, quota: quotaIn(typed[keyOf(consultType, period)]) })),
    );
    const valid = slots.flatMap(({ quota, ...slot }) => (quota === null ? [] : [{ ...slot, quota }]));
    if (valid.length < slots.length)
      return fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    void store(valid.filter(({ quota }) => quota > 0));
  }
  return (
    <Dialog
      open
      title={words.long(day.date)}
      closeLabel={t('common.actions.close')}
      onClose={close}
      buttons={
        <>
          {day.source === 'day' ? (
            <Button look="ghost" tone="neutral" disabled={busy} onClick={() => void store(null)}>
              {t('schedule.dayPlan.useWeek')}
            </Button>
          ) : null}
          <Button look="outline" tone="neutral" onClick={close}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" form={form} busy={busy} disabled={isLeave}>
            {t('common.actions.save')}
          </Button>
        </>
      }
    >
      {isLeave ? <Notice tone="info" title={t('schedule.dayPlan.onLeave')} /> : null}
      {question}
      <form id={form} ref={fields} noValidate className="plan-form" onSubmit={save}>
        {types.map(({ value, label }) => (
          <fieldset key={value} disabled={isLeave}>
            <legend>{label}</legend>
            <div className="plan-periods">
              {periods.map((period) => {
                const key = keyOf(value, period);
                return (
                  <TextField
                    key={period}
                    label={t(`schedule.period.${period}`)}
                    aria-label={joined('details', [label, t(`schedule.period.${period}`)])}
                    inputMode="numeric"
                    autoComplete="off"
                    placeholder="–"
                    maxLength={4}
                    value={typed[key] ?? ''}
                    onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
                    error={quotaIn(typed[key]) === null ? t('schedule.cellInvalid', { max: maxPatients }) : null}
                  />
                );
              })}
            </div>
          </fieldset>
        ))}
        <TextField
          label={t('schedule.dayPlan.note')}
          optional={t('common.form.optional')}
          maxLength={200}
          value={note}
          disabled={isLeave}
          onChange={(event) => setNote(event.target.value)}
        />
        {refusal ? (
          <p className="form-refusal" role="alert">
            {refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
