import { CalendarCheck } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { PeriodHours, PlanDay } from '../../../contract/extension/schedule.ts';
import { type CalendarView, dayByKey } from '../../domain/planDates.ts';
import { periods } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { joined } from '../app/joined.ts';
import { useDayWords, usePlanText } from './planWords.ts';

type Props = {
  readonly view: CalendarView;
  readonly weeks: readonly (readonly string[])[];
  readonly days: readonly PlanDay[];
  readonly hours: PeriodHours;
  readonly today: string;
  /** A day of the month that is shown; days of other months are paler. */
  readonly month: string;
  readonly onOpen: (date: string) => void;
};

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

type DayProps = {
  readonly date: string;
  /** Undefined while the plan of this day is not loaded. */
  readonly day: PlanDay | undefined;
  readonly today: string;
  readonly onOpen: (date: string) => void;
};

/** One day with its plan: a button, unless the day has passed. */
function DayCell({ date, day, today, onOpen }: DayProps) {
  const { t } = useTranslation();
  const words = useDayWords();
  const planText = usePlanText();
  const lines = day ? planText(day) : [];
  const content = (
    <>
      <strong>
        <span className="plan-weekday">{`${words.weekday(date)} `}</span>
        <span>{words.number(date)}</span>
      </strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {day?.source === 'day' ? (
        <small>
          <CalendarCheck aria-hidden="true" />
          <span>{day.by ? t('schedule.calendar.by', { name: day.by }) : t('schedule.calendar.own')}</span>
        </small>
      ) : null}
      {day?.note ? <small>{day.note}</small> : null}
    </>
  );
  if (date < today) return <div className="plan-day">{content}</div>;
  return (
    <button
      type="button"
      className="plan-day"
      data-date={date}
      aria-label={joined('details', [words.long(date), ...lines, day?.note])}
      aria-current={date === today ? 'date' : undefined}
      onClick={() => onOpen(date)}
    >
      {content}
    </button>
  );
}

/** When each part of the day begins and ends. */
function Hours({ hours }: { readonly hours: PeriodHours }) {
  const { t } = useTranslation();
  return (
    <p className="card-note">
      {periods
        .map((period) =>
          t('schedule.hours', {
            period: t(`schedule.period.${period}`),
            from: clock(hours[period].from),
            to: clock(hours[period].to),
          }),
        )
        .join(' · ')}
    </p>
  );
}

/** Days in weeks from Monday on. Arrow keys move between the days. */
export function PlanGrid({ view, weeks, days, hours, today, month, onOpen }: Props) {
  const { t } = useTranslation();
  const words = useDayWords();
  const planned = new Map(days.map((day) => [day.date, day]));
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const date = (event.target as HTMLElement).dataset.date;
    const next = date === undefined ? null : dayByKey(date, event.key);
    if (next === null) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus();
  };
  return (
    <>
      <table className="plan-grid" data-view={view} aria-label={t('schedule.calendar.label')} onKeyDown={move}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((date) => (
              <th key={date} scope="col">
                {words.weekday(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td
                  key={date}
                  data-source={planned.get(date)?.source}
                  data-today={date === today || undefined}
                  data-outside={(view === 'month' && date.slice(0, 7) !== month.slice(0, 7)) || undefined}
                  data-passed={date < today || undefined}
                >
                  <DayCell date={date} day={planned.get(date)} today={today} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Hours hours={hours} />
    </>
  );
}
