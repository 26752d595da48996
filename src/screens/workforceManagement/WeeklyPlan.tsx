import { useCallback } from 'react';
import type { ScheduleSlot } from '../../../contract/extension/schedule.ts';
import type { DoctorId } from '../../../contract/ids.ts';
import { slotsOf, type Week, weekOf } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { FormFoot } from '../forms/FormFoot.tsx';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useSavedForm } from '../forms/useSavedForm.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useQuery } from '../lists/usePages.ts';
import { useTypes } from './planWords.ts';
import { quotaProblems } from './QuotaField.tsx';
import { TypeWeek } from './TypeWeek.tsx';
import './week.css';

type Props = {
  /** The doctor whose plan it is; null for the signed-in doctor. */
  readonly doctorId: DoctorId | null;
};

type WeekFormProps = Props & { readonly stored: readonly ScheduleSlot[] };

/** The weekly schedule, one table per consultation type, saved as a whole. */
function WeekForm({ stored, doctorId }: WeekFormProps) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const types = useTypes(stored);
  const form = useSavedForm<Week, true>({
    name: `week of ${doctorId ?? 'oneself'}`,
    stored: weekOf(
      stored,
      types.map(({ value }) => value),
    ),
    check: quotaProblems,
    save: (week) => api.putSchedule({ list: [...slotsOf(week)], ...(doctorId ? { doctorId } : {}) }, { quiet: true }),
    next: (saved) => saved,
    onSaved: () => toasts.show({ tone: 'success', text: t('schedule.saved') }),
  });
  const { errors } = form.form.formState;
  const isInvalid = Object.keys(errors).some((field) => field !== 'root');
  useUnsaved(form.isUnsaved, form.reset);
  if (types.length === 0) return <EmptyState title={t('schedule.noTypes')} text={t('schedule.noTypesText')} />;
  return (
    <form noValidate className="week" onSubmit={form.submit}>
      <div className="week-types">
        {types.map(({ value, label }) => (
          <TypeWeek key={value} consultType={value} label={label} form={form.form} />
        ))}
      </div>
      <FormFoot
        unsaved={form.isUnsaved}
        saving={form.isSaving}
        refusal={isInvalid ? t('schedule.invalid') : form.refusal}
        onReset={form.reset}
      />
    </form>
  );
}

/** How many patients a doctor takes in each part of every week. */
export function WeeklyPlan({ doctorId }: Props) {
  const { api } = useApp();
  const result = useQuery(
    useCallback((signal) => api.getSchedule(doctorId ? { doctorId } : {}, { signal, quiet: true }), [api, doctorId]),
  );
  useOwnChanges('plan', result.refresh);
  return (
    <QueryResult result={result} lines={10}>
      {(slots) => <WeekForm stored={slots} doctorId={doctorId} />}
    </QueryResult>
  );
}
