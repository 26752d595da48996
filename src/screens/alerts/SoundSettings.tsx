import { Volume2 } from 'lucide-react';
import { useId } from 'react';
import { repeatChoices, soundChoices } from '../../domain/alertSettings.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { AlertServices } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';

/** Alert sound: on or off, repetition and volume. */
export function SoundSettings({ alerts }: { readonly alerts: AlertServices }) {
  const { t } = useTranslation();
  const id = useId();
  const { sound, repeatEveryS, volume } = useLive(alerts.settings);
  const state = useLive(alerts.sound);
  const every = (seconds: number) =>
    seconds % 60 === 0
      ? t('alertSettings.sound.minutes', { count: seconds / 60 })
      : t('alertSettings.sound.seconds', { count: seconds });
  return (
    <fieldset>
      <legend>{t('alertSettings.sound.title')}</legend>
      {state === 'missing' ? <p className="card-note">{t('alertSettings.sound.missing')}</p> : null}
      <div className="alerts-pair">
        <SelectField
          label={t('alertSettings.sound.name')}
          value={sound}
          choices={soundChoices.map((value) => ({ value, label: t(`alertSettings.sound.${value}`) }))}
          onChange={({ target }) => {
            const chosen = soundChoices.find((choice) => choice === target.value);
            if (chosen) alerts.change({ sound: chosen });
          }}
        />
        <SelectField
          label={t('alertSettings.sound.every')}
          value={String(repeatEveryS)}
          disabled={sound !== 'repeat'}
          choices={[...new Set([...repeatChoices, repeatEveryS])].map((value) => ({
            value: String(value),
            label: every(value),
          }))}
          onChange={({ target }) => alerts.change({ repeatEveryS: Number(target.value) })}
        />
      </div>
      <div className="alerts-volume">
        <label htmlFor={id}>{t('alertSettings.sound.volume')}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          step={5}
          value={volume}
          disabled={sound === 'off'}
          aria-valuetext={t('alertSettings.sound.percent', { count: volume })}
          onChange={({ target }) => alerts.change({ volume: Number(target.value) })}
        />
        <span aria-hidden="true">{t('alertSettings.sound.percent', { count: volume })}</span>
        <Button look="outline" size="sm" disabled={state === 'missing' || sound === 'off'} onClick={alerts.test}>
          <Volume2 aria-hidden="true" />
          <span>{t('alertSettings.sound.test')}</span>
        </Button>
      </div>
      <p className="card-note">{t('alertSettings.sound.oneTab')}</p>
    </fieldset>
  );
}
