import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { AlertDesk } from '../app.ts';
import { useLive } from '../useLive.ts';

/** Whether the desktop shows what is new, how much of it, and what to do where the browser does not allow it. */
export function NoticeSettings({ alerts }: { readonly alerts: AlertDesk }) {
  const { t } = useTranslation();
  const { notices, showText } = useLive(alerts.settings);
  const permission = useLive(alerts.permission);
  return (
    <fieldset>
      <legend>{t('alertSettings.notices.title')}</legend>
      {permission === 'denied' ? (
        <Notice tone="warning" title={t('alertSettings.notices.denied')}>
          {t('alertSettings.notices.deniedText')}
        </Notice>
      ) : null}
      {permission === 'missing' ? (
        <Notice tone="info" title={t('alertSettings.notices.missing')}>
          {t('alertSettings.notices.missingText')}
        </Notice>
      ) : null}
      {permission === 'default' ? (
        <p className="alerts-ask">
          {t('alertSettings.notices.ask')}
          <Button size="sm" look="outline" onClick={alerts.askPermission}>
            {t('alertSettings.notices.allow')}
          </Button>
        </p>
      ) : null}
      {permission === 'granted' ? <p className="card-note">{t('alertSettings.notices.allowed')}</p> : null}
      <Checkbox
        label={t('alertSettings.notices.on')}
        checked={notices}
        disabled={permission === 'missing'}
        onChange={({ target }) => alerts.change({ notices: target.checked })}
      />
      <Checkbox
        label={
          <>
            {t('alertSettings.notices.showText')}
            <small className="card-note">{t('alertSettings.notices.showTextHint')}</small>
          </>
        }
        checked={showText}
        disabled={permission === 'missing' || !notices}
        onChange={({ target }) => alerts.change({ showText: target.checked })}
      />
    </fieldset>
  );
}
