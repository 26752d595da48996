import { ownNameIn } from '../../machines/selectors/session.ts';
import { Page, PageHeader } from '../app/Page.tsx';
import { DueNow } from './DueNow.tsx';
import { Numbers } from './Numbers.tsx';
import { Trends } from './Trends.tsx';
import { WaitingNow } from './WaitingNow.tsx';
import './home.css';
import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import { nothing$ } from '../../streams/live.ts';
import { dayText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useTicking } from '../hooks/useTicking.ts';

/** What patients see of the doctor's availability; it is changed in the bar. */
function DutyText() {
  const { t } = useTranslation();
  const duty = useLive(useLive(useApp().alerts$)?.duty?.current$ ?? nothing$)?.value;
  if (!duty) return null;
  const { state, message, source } = duty;
  return (
    <p className="card-note home-duty" role="status" aria-label={t('home.duty.name')}>
      <span>{`${t(`home.duty.texts.${state}`)} `}</span>
      {message ? <q dir="auto">{message}</q> : null}
      {source === 'schedule' ? <span>{` ${t('home.duty.bySchedule')}`}</span> : null}
    </p>
  );
}

const hourIn = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: zone });

function partOfDay(hour: number): 'night' | 'morning' | 'afternoon' | 'evening' {
  if (hour < 5) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

function Greeting() {
  const { session, zone } = useApp();
  const { t } = useTranslation();
  const locale = useLocale();
  const name = useSelector(session, ownNameIn);
  const part = useTicking((now) => partOfDay(Number(hourIn(zone).format(now))));
  const day = useTicking((now) => dayText(now, locale));
  return (
    <PageHeader title={t(`home.greeting.${part}`, { name })} text={day}>
      <DutyText />
    </PageHeader>
  );
}

/** The hospital's notices for a place of this screen. */
function Notices({ position }: { readonly position: number }) {
  const At = useLive(useApp().alerts$)?.notices.At;
  return At ? <At position={position} /> : null;
}

/** The doctor's first screen: duty, notices, today's numbers, waiting patients, what needs action, and trends. */
export function Home() {
  return (
    <Page>
      <Greeting />
      <Notices position={1} />
      <Numbers />
      <div className="home-columns">
        <WaitingNow />
        <DueNow />
      </div>
      <Notices position={2} />
      <Trends />
    </Page>
  );
}
