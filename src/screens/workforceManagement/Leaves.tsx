import { type FormEvent, useId, useState } from 'react';
import type { Leave, LeaveKind } from '../../../contract/extension/schedule.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { useDiscardQuestion } from '../useDiscardQuestion.tsx';
import type { Basis } from './DayPlan.tsx';
import { useDayWords } from './planWords.ts';

const kinds: readonly LeaveKind[] = ['annual', 'sick', 'training', 'other'];

type ListProps = {
  readonly leaves: readonly Leave[];
  readonly basis: Basis;
  readonly onChanged: (text: string) => void;
};

/** Present and future leave, each with the button to end it. */
export function LeaveList({ leaves, basis, onChanged }: ListProps) {
  const { api } = useApp();
  const { t } = useTranslation();
  const words = useDayWords();
  const [ending, setEnding] = useState<Leave | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const open = (leave: Leave | null) => {
    setEnding(leave);
    setRefusal(null);
  };
  async function end({ id }: Leave) {
    setBusy(true);
    const answer = await api.endLeave({ ...basis, id }, { quiet: true });
    setBusy(false);
    if (!answer.ok) return setRefusal(answer.failure.message);
    open(null);
    onChanged(t('schedule.leave.ended'));
  }
  return (
    <section className="plan-leave" aria-label={t('schedule.leave.title')}>
      <h3>{t('schedule.leave.title')}</h3>
      {leaves.length === 0 ? <p className="card-note">{t('schedule.leave.none')}</p> : null}
      <ul>
        {leaves.map((leave) => {
          const days = { from: words.short(leave.from), to: words.short(leave.to) };
          return (
            <li key={leave.id}>
              <span>
                <strong>{t('schedule.leave.days', days)}</strong> {t(`schedule.leave.kinds.${leave.kind}`)}
                {leave.note ? <small>{leave.note}</small> : null}
              </span>
              <Button
                size="sm"
                look="outline"
                tone="neutral"
                aria-label={t('schedule.leave.endOne', days)}
                onClick={() => open(leave)}
              >
                {t('schedule.leave.end')}
              </Button>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        title={t('schedule.leave.endTitle')}
        confirmLabel={t('schedule.leave.end')}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        busy={busy}
        onConfirm={() => (ending ? void end(ending) : undefined)}
        onCancel={() => open(null)}
      >
        <p>{t('schedule.leave.endText')}</p>
        {refusal ? (
          <p className="form-refusal" role="alert">
            {refusal}
          </p>
        ) : null}
      </ConfirmDialog>
    </section>
  );
}

type AddProps = {
  readonly today: string;
  readonly basis: Basis;
  readonly onSaved: (text: string) => void;
  readonly onClose: () => void;
};

type Refusal = { readonly field: 'from' | 'to'; readonly text: string };

/** Adds leave; a conflict with other leave is named at the first day. */
export function AddLeave({ today, basis, onSaved, onClose }: AddProps) {
  const { api } = useApp();
  const { t } = useTranslation();
  const form = useId();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [kind, setKind] = useState<LeaveKind>('annual');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const last = to === '' ? from : to;
  const { close, question } = useDiscardQuestion(
    [from, to, note].some((text) => text !== ''),
    onClose,
  );
  async function add(event: FormEvent) {
    event.preventDefault();
    if (from === '') return setRefusal({ field: 'from', text: t('schedule.leave.missing') });
    if (last < from) return setRefusal({ field: 'to', text: t('schedule.leave.backwards') });
    setBusy(true);
    const answer = await api.addLeave({ ...basis, from, to: last, kind, note }, { quiet: true });
    setBusy(false);
    if (answer.ok) return onSaved(t('schedule.leave.added'));
    setRefusal({ field: answer.failure.code === 400 ? 'to' : 'from', text: answer.failure.message });
  }
  const errorAt = (field: Refusal['field']) => (refusal?.field === field ? refusal.text : null);
  return (
    <Dialog
      open
      size="sm"
      title={t('schedule.leave.add')}
      closeLabel={t('common.actions.close')}
      onClose={close}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={close}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {t('common.actions.add')}
          </Button>
        </>
      }
    >
      {question}
      <form id={form} noValidate className="plan-form" onSubmit={(event) => void add(event)}>
        <TextField
          type="date"
          label={t('schedule.leave.from')}
          required
          min={today}
          value={from}
          error={errorAt('from')}
          onChange={(event) => {
            setFrom(event.target.value);
            setRefusal(null);
          }}
        />
        <TextField
          type="date"
          label={t('schedule.leave.to')}
          optional={t('common.form.optional')}
          min={from || today}
          value={to}
          error={errorAt('to')}
          onChange={(event) => {
            setTo(event.target.value);
            setRefusal(null);
          }}
        />
        <SelectField
          label={t('schedule.leave.kind')}
          value={kind}
          choices={kinds.map((value) => ({ value, label: t(`schedule.leave.kinds.${value}`) }))}
          onChange={(event) => setKind(kinds.find((one) => one === event.target.value) ?? 'other')}
        />
        <TextField
          label={t('schedule.leave.note')}
          optional={t('common.form.optional')}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
