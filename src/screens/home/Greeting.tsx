import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import { dayText } from '../../ui/format.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useApp } from '../app.ts';
import { useLocale } from '../useLocale.ts';
import { useTicking } from '../useTicking.ts';
import { DutySwitch } from './DutySwitch.tsx';

const hourIn = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: zone });

function partOfDay(hour: number): 'night' | 'morning' | 'afternoon' | 'evening' {
  if (hour < 5) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** Good morning, and the day. */
export function Greeting() {
  const { session, zone } = useApp();
  const { t } = useTranslation();
  const locale = useLocale();
  const name = useSelector(session, (s) => s.context.account?.name ?? '');
  const part = useTicking((now) => partOfDay(Number(hourIn(zone).format(now))));
  const day = useTicking((now) => dayText(now, locale));
  return (
    <PageHeader title={t(`home.greeting.${part}`, { name })} text={day}>
      <DutySwitch />
    </PageHeader>
  );
}
