import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AlertDesk } from '../app.ts';
import { AlertsDialog } from './AlertsDialog.tsx';
import { SoundHint } from './SoundHint.tsx';
import './alerts.css';

type Props = { readonly alerts: AlertDesk; readonly open: boolean; readonly onClose: () => void };

/** What the frame knows of alerts: a hint while no sound can be made, the settings, and where a notification leads. */
export function Alerts({ alerts, open, onClose }: Props) {
  const navigate = useNavigate();
  useEffect(() => {
    const following = alerts.opened$.subscribe((path) => void navigate(path));
    return () => following.unsubscribe();
  }, [alerts, navigate]);
  return (
    <>
      <SoundHint alerts={alerts} />
      {open ? <AlertsDialog alerts={alerts} onClose={onClose} /> : null}
    </>
  );
}
