import { CalendarPlus, ChevronLeft, ChevronRight, Copy } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { DoctorId } from '../../../contract/ids.ts';
import { type CalendarView, dayFrom, dayInNextView, weeksShown } from '../../domain/planDates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { ChoiceSwitch } from '../../ui/ChoiceSwitch.tsx';
import { dayKey } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { useFilters } from '../lists/useFilters.ts';
import { useQuery } from '../lists/usePages.ts';
import { AddLeave } from './AddLeave.tsx';
import { CopyWeek } from './CopyWeek.tsx';
import { DayPlan } from './DayPlan.tsx';
import { LeaveList } from './LeaveList.tsx';
import { PlanGrid } from './PlanGrid.tsx';
import { useDayWords } from './planWords.ts';

type Props = {
  /** The doctor whose plan it is; null for the signed-in doctor. */
  readonly doctorId: DoctorId | null;
};

/** A doctor's plan by week or month. Week, month and day are in the address. */
export function PlanCalendar({ doctorId }: Props) {
  const { api, zone, toasts } = useApp();
  const { t } = useTranslation();
  const words = useDayWords();
  const today = useTicking((now) => dayKey(now, zone));
  const { values, set } = useFilters(['view', 'date']);
  const view: CalendarView = values.view === 'month' ? 'month' : 'week';
  const date = dayFrom(values.date, today);
  const weeks = weeksShown(view, date);
  const [from = date, to = date] = [weeks[0]?.[0], weeks.at(-1)?.[6]];
  const result = useQuery(
    useCallback(
      (signal) => api.getPlan({ from, to, ...(doctorId ? { doctorId } : {}) }, { signal, quiet: true }),
      [api, from, to, doctorId],
    ),
  );
  useOwnChanges('plan', result.refresh);
  const [opened, setOpened] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'copy' | 'leave' | null>(null);
  const close = () => {
    setOpened(null);
    setDialog(null);
  };
  const changed = (text: string) => {
    close();
    toasts.show({ tone: 'success', text });
    void result.refresh();
  };
  const title =
    view === 'month' ? words.month(date) : t('schedule.leave.days', { from: words.short(from), to: words.short(to) });
  const move = (step: -1 | 1) => set('date', dayInNextView(view, date, step));
  return (
    <section className="card plan" aria-label={t('schedule.calendar.label')}>
      <header>
        <IconButton size="sm" label={t(`schedule.calendar.before.${view}`)} onClick={() => move(-1)}>
          <ChevronLeft />
        </IconButton>
        <IconButton size="sm" label={t(`schedule.calendar.after.${view}`)} onClick={() => move(1)}>
          <ChevronRight />
        </IconButton>
        <h2 aria-live="polite">{title}</h2>
        <span className="plan-tools">
          <Button size="sm" look="outline" tone="neutral" onClick={() => set('date', '')}>
            {t('shared.time.today')}
          </Button>
          <ChoiceSwitch
            label={t('schedule.calendar.view')}
            value={view}
            choices={(['week', 'month'] as const).map((value) => ({ value, label: t(`schedule.calendar.${value}`) }))}
            onChange={(value) => set('view', value === 'week' ? '' : value)}
          />
          <Button size="sm" look="outline" tone="neutral" disabled={view === 'month'} onClick={() => setDialog('copy')}>
            <Copy aria-hidden="true" />
            <span>{t('schedule.copy.title')}</span>
          </Button>
          <Button size="sm" look="subtle" onClick={() => setDialog('leave')}>
            <CalendarPlus aria-hidden="true" />
            <span>{t('schedule.leave.add')}</span>
          </Button>
        </span>
      </header>
      <p className="card-note">{t('schedule.calendar.duty')}</p>
      <QueryResult result={result} lines={12}>
        {({ days, leaves, version, hours }) => {
          const basis = { version, ...(doctorId ? { doctorId } : {}) };
          const day = days.find((one) => one.date === opened);
          return (
            <>
              <PlanGrid
                view={view}
                weeks={weeks}
                days={days}
                hours={hours}
                today={today}
                month={date}
                onOpen={setOpened}
              />
              <LeaveList leaves={leaves} basis={basis} onChanged={changed} />
              {day ? <DayPlan key={day.date} day={day} basis={basis} onSaved={changed} onClose={close} /> : null}
              {dialog === 'copy' ? (
                <CopyWeek from={from} to={to} basis={basis} onSaved={changed} onClose={close} />
              ) : null}
              {dialog === 'leave' ? <AddLeave today={today} basis={basis} onSaved={changed} onClose={close} /> : null}
            </>
          );
        }}
      </QueryResult>
    </section>
  );
}
