import { useState } from 'react';
import type { LeaveKind } from '../../../contract/extension/schedule.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { useTextDraft } from '../forms/useFormDraft.ts';
import type { Basis } from './DayPlan.tsx';
import { PlanDialog } from './PlanDialog.tsx';

const kinds: readonly LeaveKind[] = ['annual', 'sick', 'training', 'other'];

type Props = {
  readonly today: string;
  readonly basis: Basis;
  readonly onSaved: (text: string) => void;
  readonly onClose: () => void;
};

type Refusal = { readonly field: 'from' | 'to'; readonly text: string };

/** Adds leave; a conflict with other leave is named at the first day. */
export function AddLeave({ today, basis, onSaved, onClose }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [kind, setKind] = useState<LeaveKind>('annual');
  const [note, setNote] = useTextDraft(`leave of ${basis.doctorId ?? 'oneself'}`);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const last = to === '' ? from : to;
  async function add() {
    if (from === '') return setRefusal({ field: 'from', text: t('schedule.leave.missing') });
    if (last < from) return setRefusal({ field: 'to', text: t('schedule.leave.backwards') });
    setBusy(true);
    const answer = await api.addLeave({ ...basis, from, to: last, kind, note }, { quiet: true });
    setBusy(false);
    if (answer.ok) {
      setNote('');
      return onSaved(t('schedule.leave.added'));
    }
    setRefusal({ field: answer.failure.code === 400 ? 'to' : 'from', text: answer.failure.message });
  }
  const errorAt = (field: Refusal['field']) => (refusal?.field === field ? refusal.text : null);
  return (
    <PlanDialog
      title={t('schedule.leave.add')}
      submitLabel={t('common.actions.add')}
      busy={busy}
      isChanged={[from, to, note].some((text) => text !== '')}
      onSubmit={add}
      onClose={() => {
        setNote('');
        onClose();
      }}
    >
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
    </PlanDialog>
  );
}
