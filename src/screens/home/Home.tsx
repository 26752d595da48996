import { Page, PageHeader } from '../Page.tsx';
import { DueNow } from './DueNow.tsx';
import { WaitingNow } from './WaitingNow.tsx';
import './home.css';
import { useSelector } from '@xstate/react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { nothing$ } from '../../streams/live.ts';
import { Button } from '../../ui/Button.tsx';
import { dayKey, dayText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { usePrescriptionChanges } from '../prescriptionState.ts';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { useQuery } from '../usePages.ts';
import { useTicking } from '../useTicking.ts';

type NumberProps = {
  readonly label: string;
  /** Null while unknown. */
  readonly count: number | null | undefined;
  readonly to: string;
  /** Something here needs action. */
  readonly calls?: boolean;
};

function NumberTile({ label, count, to, calls = false }: NumberProps) {
  return (
    <li>
      <Link to={to} data-calls={(calls && (count ?? 0) > 0) || undefined}>
        <strong>{count ?? '–'}</strong>
        <span>{label}</span>
      </Link>
    </li>
  );
}

/** Today's numbers, each a link to what it counts. */
function Numbers() {
  const { api, work$, zone } = useApp();
  const { t } = useTranslation();
  const orders = useLive(useLive(work$)?.counts$ ?? nothing$);
  const today = useTicking((now) => dayKey(now, zone));
  const result = useQuery(useCallback((signal) => api.getPrescriptionNum({}, { signal, quiet: true }), [api]));
  usePrescriptionChanges(result.reload);
  const prescriptions = result.state === 'ready' ? result.data : null;
  const { pending, rejected, expired } = PrescriptionStatus;
  return (
    <ul className="home-numbers" aria-label={t('home.numbers.title')}>
      <NumberTile label={t('home.numbers.waiting')} count={orders?.waiting} to="/cloudRoom" calls />
      <NumberTile label={t('home.numbers.active')} count={orders?.active} to="/cloudRoom" />
      <NumberTile label={t('home.numbers.today')} count={orders?.today} to={`/orderRecord?from=${today}&to=${today}`} />
      <NumberTile
        label={t('home.numbers.pending')}
        count={prescriptions?.pending}
        to={`/prescriptionRecord?status=${pending}`}
      />
      <NumberTile
        label={t('home.numbers.rejected')}
        count={prescriptions?.rejected}
        to={`/prescriptionRecord?status=${rejected}`}
        calls
      />
      <NumberTile
        label={t('home.numbers.expired')}
        count={prescriptions?.expired}
        to={`/prescriptionRecord?status=${expired}`}
      />
    </ul>
  );
}

/** Whether patients see the doctor as available. */
function DutySwitch() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.getInfo({}, { signal, quiet: true }), [api]));
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (result.state === 'failed')
    return (
      <Button size="sm" look="outline" tone="neutral" onClick={result.reload}>
        {t('home.duty.failed')}
      </Button>
    );
  if (result.state === 'loading') return null;
  const online = chosen ?? result.data.online;

  async function change() {
    setBusy(true);
    const answer = await api.updateInfo({ online: !online }, { quiet: true });
    setBusy(false);
    setRefusal(answer.ok ? null : answer.failure.message);
    if (answer.ok) setChosen(!online);
  }
  return (
    <span className="home-duty">
      {refusal ? (
        <span className="form-refusal" role="alert">
          {refusal}
        </span>
      ) : null}
      <span id="home-duty-text" className="card-note">
        {t(online ? 'home.duty.onText' : 'home.duty.offText')}
      </span>
      <button
        type="button"
        role="switch"
        className="home-switch"
        aria-checked={online}
        aria-busy={busy || undefined}
        aria-describedby="home-duty-text"
        onClick={busy ? undefined : () => void change()}
      >
        {t('home.duty.on')}
      </button>
    </span>
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
  const name = useSelector(session, (s) => s.context.account?.name ?? '');
  const part = useTicking((now) => partOfDay(Number(hourIn(zone).format(now))));
  const day = useTicking((now) => dayText(now, locale));
  return (
    <PageHeader title={t(`home.greeting.${part}`, { name })} text={day}>
      <DutySwitch />
    </PageHeader>
  );
}

/** The doctor's first screen: availability, today's numbers, waiting patients and what needs action. */
export function Home() {
  return (
    <Page>
      <Greeting />
      <Numbers />
      <div className="home-columns">
        <WaitingNow />
        <DueNow />
      </div>
    </Page>
  );
}
