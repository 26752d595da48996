import { useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  cellKey,
  cellsOf,
  periods,
  totalOf,
  type Week,
  weekdays,
  withDayCopied,
  withoutType,
} from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { dayKey } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { useNow } from '../hooks/useTicking.ts';
import { QuotaField } from './QuotaField.tsx';

/** Weekday names in the user's language, by number from 1 for Monday. */
function useWeekdayNames(): Readonly<Record<number, string>> {
  const { language } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    // 5 January 2026 was a Monday.
    return Object.fromEntries(weekdays.map((day) => [day, format.format(Date.UTC(2026, 0, 4 + day))]));
  }, [language]);
}

type Props = {
  readonly consultType: number;
  readonly label: string;
  readonly form: UseFormReturn<Week>;
};

/** Weekday in the hospital's time zone, 1 for Monday. */
function useToday(): number {
  const { zone } = useApp();
  const day = new Date(`${dayKey(useNow(), zone)}T12:00:00Z`).getUTCDay();
  return day === 0 ? 7 : day;
}

/** Number of patients per weekday and part of the day for one consultation type. */
export function TypeWeek({ consultType, label, form }: Props) {
  const { t } = useTranslation();
  const week: Week = useWatch({ control: form.control });
  const names = useWeekdayNames();
  const today = useToday();
  const total = totalOf(week, consultType);
  const write = (next: Week) => {
    for (const key of cellsOf(consultType)) form.setValue(key, next[key] ?? '', { shouldDirty: true });
  };
  return (
    <section className="card" aria-label={label}>
      <header>
        <h2>{label}</h2>
        <span className="card-note" role="status">
          {t('schedule.total', { count: total })}
        </span>
      </header>
      <table className="week-table">
        <thead>
          <tr>
            <th scope="col">{t('schedule.day')}</th>
            {periods.map((period) => (
              <th key={period} scope="col">
                {t(`schedule.period.${period}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday} data-today={weekday === today || undefined}>
              <th scope="row">
                <span>{names[weekday]}</span>
                {weekday === today ? <small>{t('shared.time.today')}</small> : null}
              </th>
              {periods.map((period) => (
                <td key={period}>
                  <QuotaField
                    label={t('schedule.cell', {
                      type: label,
                      day: names[weekday] ?? '',
                      period: t(`schedule.period.${period}`),
                    })}
                    quietLabel
                    className="week-input"
                    control={form.control}
                    name={cellKey(consultType, weekday, period)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="week-tools">
        <Button
          size="sm"
          look="outline"
          tone="neutral"
          onClick={() => write(withDayCopied(week, consultType, 1, [2, 3, 4, 5]))}
        >
          {t('schedule.copyMonday')}
        </Button>
        <Button
          size="sm"
          look="ghost"
          tone="neutral"
          disabled={total === 0}
          onClick={() => write(withoutType(week, consultType))}
        >
          {t('common.actions.clear')}
        </Button>
      </div>
    </section>
  );
}
