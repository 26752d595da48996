import { useTranslation } from '../../locales/i18n.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { AlertDesk } from '../app.ts';
import { useLive } from '../useLive.ts';
import { NoticeSettings } from './NoticeSettings.tsx';
import { QuietSettings } from './QuietSettings.tsx';
import { SoundSettings } from './SoundSettings.tsx';

/** How this person is called. Every choice holds at once, in all tabs. */
export function AlertsDialog({ alerts, onClose }: { readonly alerts: AlertDesk; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { kinds } = useLive(alerts.settings);
  return (
    <Dialog open size="md" title={t('alertSettings.title')} closeLabel={t('common.actions.close')} onClose={onClose}>
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
    </Dialog>
  );
}
