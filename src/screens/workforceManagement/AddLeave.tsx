import { useWatch } from 'react-hook-form';
import type { LeaveKind } from '../../../contract/extension/schedule.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { type Problems, problem } from '../forms/fields.ts';
import { useSavedForm } from '../forms/useSavedForm.ts';
import type { Basis } from './DayPlan.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { conflictAt } from './planConflict.ts';

const kinds: readonly LeaveKind[] = ['annual', 'sick', 'training', 'other'];

type Props = {
  readonly today: string;
  readonly basis: Basis;
  readonly onSaved: (text: string) => void;
  readonly onClose: () => void;
};

/** Leave as typed; without a last day it is one day. */
type Values = { readonly from: string; readonly to: string; readonly kind: LeaveKind; readonly note: string };

const nothing: Values = { from: '', to: '', kind: 'annual', note: '' };

const check = ({ from, to }: Values): Problems<Values> => {
  if (from === '') return { from: problem('schedule.leave.missing') };
  return to !== '' && to < from ? { to: problem('schedule.leave.backwards') } : {};
};

/** Adds leave; a conflict with other leave is named at the first day. */
export function AddLeave({ today, basis, onSaved, onClose }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const form = useSavedForm<Values, unknown>({
    name: `leave of ${basis.doctorId ?? 'oneself'}`,
    textField: 'note',
    stored: nothing,
    check,
    save: async (leave) =>
      conflictAt('from', await api.addLeave({ ...basis, ...leave, to: leave.to || leave.from }, { quiet: true })),
    onSaved: () => onSaved(t('schedule.leave.added')),
  });
  const first = useWatch({ control: form.form.control, name: 'from' });
  return (
    <PlanDialog title={t('schedule.leave.add')} submitLabel={t('common.actions.add')} form={form} onClose={onClose}>
      <TextField type="date" label={t('schedule.leave.from')} required min={today} {...form.fieldOf('from')} />
      <TextField
        type="date"
        label={t('schedule.leave.to')}
        optional={t('common.form.optional')}
        min={first || today}
        {...form.fieldOf('to')}
      />
      <SelectField
        label={t('schedule.leave.kind')}
        choices={kinds.map((value) => ({ value, label: t(`schedule.leave.kinds.${value}`) }))}
        {...form.fieldOf('kind')}
      />
      <TextField
        label={t('schedule.leave.note')}
        optional={t('common.form.optional')}
        maxLength={200}
        {...form.fieldOf('note')}
      />
    </PlanDialog>
  );
}
