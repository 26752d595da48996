import { type FormEvent, useCallback, useRef, useState } from 'react';
import type { ScheduleSlot } from '../../../contract/extension/schedule.ts';
import type { DoctorId } from '../../../contract/ids.ts';
import { type CellKey, sameWeek, slotsOf, type Week, weekOf } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { FormFoot } from '../forms/FormFoot.tsx';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useQuery } from '../lists/usePages.ts';
import { useTypes } from './planWords.ts';
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
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(() => weekOf(stored));
  const [week, setWeek] = useState<Week>(saved);
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const unsaved = !sameWeek(week, saved);
  useUnsaved(unsaved);
  const change = (key: CellKey, quota: string) => setWeek((before) => ({ ...before, [key]: quota }));

  async function save(event: FormEvent) {
    event.preventDefault();
    const list = slotsOf(week);
    if (list === null) {
      setRefusal(t('schedule.invalid'));
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setSaving(true);
    const answer = await api.putSchedule({ list: [...list], ...(doctorId ? { doctorId } : {}) }, { quiet: true });
    setSaving(false);
    setRefusal(answer.ok ? null : answer.failure.message);
    if (!answer.ok) return;
    setSaved(week);
    toasts.show({ tone: 'success', text: t('schedule.saved') });
  }
  if (types.length === 0) return <EmptyState title={t('schedule.noTypes')} text={t('schedule.noTypesText')} />;
  return (
    <form ref={form} noValidate className="week" onSubmit={(event) => void save(event)}>
      <div className="week-types">
        {types.map(({ value, label }) => (
          <TypeWeek key={value} consultType={value} label={label} week={week} change={change} onChange={setWeek} />
        ))}
      </div>
      <FormFoot
        unsaved={unsaved}
        saving={saving}
        refusal={refusal}
        onReset={() => {
          setWeek(saved);
          setRefusal(null);
        }}
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
  return (
    <QueryResult result={result} lines={10}>
      {(slots) => <WeekForm stored={slots} doctorId={doctorId} />}
    </QueryResult>
  );
}
