import { useMemo } from 'react';
import type { PlanDay } from '../../../contract/extension/schedule.ts';
import { noonOf } from '../../domain/planDates.ts';
import { periods } from '../../domain/week.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';

/** Dates of the calendar in the reader's language. Days have no time, so they are formatted in UTC. */
export function useDayWords() {
  const { language } = useTranslation();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const made = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      return (day: string) => made.format(noonOf(day));
    };
    return {
      long: format({ weekday: 'long', day: 'numeric', month: 'long' }),
      short: format({ day: 'numeric', month: 'short', year: 'numeric' }),
      month: format({ month: 'long', year: 'numeric' }),
      weekday: format({ weekday: 'short' }),
      number: format({ day: 'numeric' }),
    };
  }, [language]);
}

type Type = { readonly value: number; readonly label: string };

/** Consultation types of the hospital and those already planned. */
export function useTypes(planned: readonly { readonly consultType: number }[]): readonly Type[] {
  const { t } = useTranslation();
  const listed = useLive(useApp().lists$).Consult_Type.flatMap(({ value, label }) =>
    typeof value === 'number' ? [{ value, label }] : [],
  );
  const others = new Set(planned.map(({ consultType }) => consultType));
  for (const { value } of listed) others.delete(value);
  return [...listed, ...[...others].map((value) => ({ value, label: t('common.state.unknown', { value }) }))];
}

/** What a day's plan says in words: each part of the day with its patients, leave, or no work. */
export function usePlanText() {
  const { t } = useTranslation();
  return ({ source, slots }: Pick<PlanDay, 'source' | 'slots'>): readonly string[] => {
    if (source === 'leave') return [t('schedule.calendar.onLeave')];
    const parts = periods.flatMap((period) => {
      const quota = slots.reduce((sum, slot) => sum + (slot.period === period ? slot.quota : 0), 0);
      return quota > 0 ? [`${t(`schedule.period.${period}`)} ${quota}`] : [];
    });
    return parts.length > 0 ? parts : [t('schedule.calendar.free')];
  };
}
