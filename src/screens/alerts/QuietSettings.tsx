import type { QuietHours } from '../../domain/quietHours.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { AlertDesk } from '../app.ts';
import { useLive } from '../useLive.ts';

const week = [1, 2, 3, 4, 5, 6, 7];
/** 1 January 2024 was a Monday. */
const nameOf = (day: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

/** The hours in which nothing rings. */
export function QuietSettings({ alerts }: { readonly alerts: AlertDesk }) {
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
