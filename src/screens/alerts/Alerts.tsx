import { VolumeX } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { laterPart } from '../../ui/LaterPart.tsx';
import type { AlertServices } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { QuestionNotices } from '../questions/QuestionNotices.tsx';
import { AlertForm } from './AlertForm.tsx';
import { HelpDialog } from './HelpDialog.tsx';

const ProblemReport = laterPart(async () => (await import('./ProblemReport.tsx')).ProblemReport, 'floating');

/** Alert settings of the user, over any screen. */
function AlertsDialog({ alerts, onClose }: { readonly alerts: AlertServices; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open size="md" title={t('alertSettings.title')} closeLabel={t('common.actions.close')} onClose={onClose}>
      <AlertForm alerts={alerts} />
    </Dialog>
  );
}

/**
 * Browsers play no sound before the first interaction; any click is enough, so the button needs no handler of its own.
 */
function SoundHint({ alerts }: { readonly alerts: AlertServices }) {
  const { t } = useTranslation();
  const state = useLive(alerts.sound);
  const { sound } = useLive(alerts.settings);
  if (state !== 'blocked' || sound === 'off') return null;
  return (
    <button type="button" className="alerts-hint" aria-label={t('alerts.blocked')} data-tooltip={t('alerts.blocked')}>
      <VolumeX aria-hidden="true" />
      <span>{t('alerts.blocked')}</span>
    </button>
  );
}

type Props = {
  readonly alerts: AlertServices;
  readonly open: 'alerts' | 'help' | null;
  readonly onClose: () => void;
  readonly onShortcuts: (() => void) | null;
};

/** What loads into the frame after the first view: duty state, alerts with their settings, and help. */
export function Alerts({ alerts, open, onClose, onShortcuts }: Props) {
  const navigate = useNavigate();
  const [reporting, setReporting] = useState(false);
  useEffect(() => {
    const following = alerts.opened$.subscribe((path) => void navigate(path));
    return () => following.unsubscribe();
  }, [alerts, navigate]);
  return (
    <>
      <SoundHint alerts={alerts} />
      {alerts.questions ? <QuestionNotices service={alerts.questions} /> : null}
      {alerts.duty ? <alerts.duty.Switch duty={alerts.duty} /> : null}
      {open === 'alerts' ? <AlertsDialog alerts={alerts} onClose={onClose} /> : null}
      {open === 'help' ? (
        <HelpDialog
          onClose={onClose}
          onShortcuts={onShortcuts}
          onProblem={alerts.problems && (() => setReporting(true))}
        />
      ) : null}
      {reporting && alerts.problems ? (
        <Suspense>
          <ProblemReport problems={alerts.problems} onClose={() => setReporting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
