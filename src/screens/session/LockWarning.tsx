import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import './session.css';

const warnedMinutes = 2;

/** Two minutes before the screen locks: any key or pointer keeps it open, the button among them. */
export function LockWarning() {
  const { t } = useTranslation();
  const { session } = useApp();
  const near = useSelector(session, (s) => s.hasTag('lockNear'));
  const idleMs = useSelector(session, (s) => s.context.tenant?.idleLockMs ?? 0);
  if (!near) return null;
  const count = Math.max(1, Math.min(warnedMinutes, Math.round(idleMs / 120_000)));
  return (
    <div className="relogin-bar" role="alert">
      <p>{t('session.lock.soon', { count })}</p>
      <Button size="sm">{t('session.lock.stay')}</Button>
    </div>
  );
}
