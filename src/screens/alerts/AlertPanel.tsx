import { useTranslation } from '../../locales/i18n.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { AlertForm } from './AlertForm.tsx';

/** Sounds and desktop notifications: the same settings as in the account menu. */
export function AlertPanel() {
  const { t } = useTranslation();
  const alerts = useLive(useApp().alerts$);
  return (
    <div className="alerts-panel">
      <Skeleton loading={alerts === null} label={t('profile.notificationsLoading')} lines={8}>
        {alerts ? (
          <section className="card" aria-label={t('profile.tabs.notifications')}>
            <AlertForm alerts={alerts} />
          </section>
        ) : null}
      </Skeleton>
    </div>
  );
}
