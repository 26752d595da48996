import type { QuietHours } from '../../domain/alertSettings.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Checkbox, TextField } from '../../ui/TextField.tsx';
import type { AlertServices } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { SoundSettings } from './SoundSettings.tsx';
import './alerts.css';

const week = [1, 2, 3, 4, 5, 6, 7];
/** Name of a weekday; 1 January 2024 was a Monday. */
const nameOf = (day: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

/** Hours without sound. */
function QuietSettings({ alerts }: { readonly alerts: AlertServices }) {
  const { t, language } = useTranslation();
  const { quiet } = useLive(alerts.settings);
  const change = (part: Partial<QuietHours>) => alerts.change({ quiet: { ...quiet, ...part } });
  const setDay = (day: number, chosen: boolean) =>
    change({ days: week.filter((one) => (one === day ? chosen : quiet.days.includes(one))) });
  return (
    <fieldset>
      <legend>{t('alertSettings.quiet.title')}</legend>
      <Checkbox
        label={t('alertSettings.quiet.on')}
        checked={quiet.on}
        onChange={({ target }) => change({ on: target.checked })}
      />
      {quiet.on ? (
        <>
          <div className="alerts-pair">
            {(['from', 'to'] as const).map((end) => (
              <TextField
                key={end}
                type="time"
                label={t(`alertSettings.quiet.${end}`)}
                value={quiet[end]}
                onChange={({ target }) => target.value && change({ [end]: target.value })}
              />
            ))}
          </div>
          <fieldset className="alerts-days">
            <legend>{t('alertSettings.quiet.days')}</legend>
            {week.map((day) => (
              <Checkbox
                key={day}
                label={nameOf(day, language)}
                checked={quiet.days.includes(day)}
                onChange={({ target }) => setDay(day, target.checked)}
              />
            ))}
          </fieldset>
          <p className="card-note">{t('alertSettings.quiet.hint')}</p>
        </>
      ) : null}
    </fieldset>
  );
}

/** Desktop notifications: on or off, their content, and help if the browser blocks them. */
function NoticeSettings({ alerts }: { readonly alerts: AlertServices }) {
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
          <span>{t('alertSettings.notices.ask')}</span>
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
            <span>{t('alertSettings.notices.showText')}</span>
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

/** Alert settings of the user; every change applies at once in all tabs. */
export function AlertForm({ alerts }: { readonly alerts: AlertServices }) {
  const { t } = useTranslation();
  const { kinds } = useLive(alerts.settings);
  return (
    <div className="alerts">
      <SoundSettings alerts={alerts} />
      {alerts.kinds.length > 1 ? (
        <fieldset>
          <legend>{t('alertSettings.kinds.title')}</legend>
          {alerts.kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`alertSettings.kinds.${kind}`)}
              checked={kinds[kind]}
              onChange={({ target }) => alerts.change({ kinds: { ...kinds, [kind]: target.checked } })}
            />
          ))}
        </fieldset>
      ) : null}
      <NoticeSettings alerts={alerts} />
      <QuietSettings alerts={alerts} />
    </div>
  );
}
