import { type FormEvent, useCallback, useRef, useState } from 'react';
import type { ScheduleSlot } from '../../../contract/extension/settings.ts';
import { type CellKey, sameWeek, slotsOf, type Week, weekOf } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app.ts';
import { FormFoot } from '../FormFoot.tsx';
import { LeaveGuard, useUnsaved } from '../LeaveGuard.tsx';
import { Page, PageHeader, QueryResult } from '../Page.tsx';
import { useLive } from '../useLive.ts';
import { useQuery } from '../usePages.ts';
import { TypeWeek } from './TypeWeek.tsx';
import './week.css';

/** Consultation types of the hospital and those already in the schedule. */
function useTypes(stored: readonly ScheduleSlot[]) {
  const { t } = useTranslation();
  const listed = useLive(useApp().lists$).Consult_Type.flatMap(({ value, label }) =>
    typeof value === 'number' ? [{ value, label }] : [],
  );
  const others = new Set(stored.map(({ consultType }) => consultType));
  for (const { value } of listed) others.delete(value);
  return [...listed, ...[...others].map((value) => ({ value, label: t('common.state.unknown', { value }) }))];
}

/** The weekly schedule, one table per consultation type, saved as a whole. */
function WeekForm({ stored }: { readonly stored: readonly ScheduleSlot[] }) {
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
    const answer = await api.putSchedule({ list: [...list] }, { quiet: true });
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

/** The doctor's weekly schedule: consultation times and numbers of patients. */
export function WorkforceManagement() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.getSchedule({}, { signal, quiet: true }), [api]));
  return (
    <LeaveGuard>
      <Page>
        <PageHeader title={t('schedule.title')} text={t('schedule.text')} />
        <QueryResult result={result} lines={10}>
          {(slots) => <WeekForm stored={slots} />}
        </QueryResult>
      </Page>
    </LeaveGuard>
  );
}
