import { useTranslation } from '../../locales/i18n.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AlertForm } from '../alerts/AlertForm.tsx';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';

/** Sounds and desktop notifications: the same settings as in the account menu. */
export function Notifications() {
  const { t } = useTranslation();
  const alerts = useLive(useApp().alerts$);
  return (
    <div className="personal">
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
