import { useTranslation } from '../../locales/i18n.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { isMac } from './isMac.ts';
import { shortcutGroups, shortcutNames, shortcuts, shownKeys } from './shortcuts.ts';
import './keyboard.css';

type Props = {
  readonly letters: boolean;
  readonly onLetters: (allowed: boolean) => void;
  readonly onClose: () => void;
};

/** All shortcuts at a glance, and the switch for those that are single letters. */
export function ShortcutHelp({ letters, onLetters, onClose }: Props) {
  const { t } = useTranslation();
  const mac = isMac();
  return (
    <Dialog open size="xl" title={t('workspace.keys.title')} closeLabel={t('common.actions.close')} onClose={onClose}>
      <div className="keys-help">
        {shortcutGroups.map((group) => (
          <section key={group}>
            <h3>{t(`workspace.keys.groups.${group}`)}</h3>
            <dl>
              {shortcutNames
                .filter((name) => shortcuts[name].group === group)
                .map((name) => (
                  <div key={name}>
                    <dt>{t(`workspace.keys.names.${name}`)}</dt>
                    <dd>
                      <Kbd keys={shownKeys(name, mac)} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        label={t('workspace.keys.letters')}
        checked={letters}
        onChange={(event) => onLetters(event.target.checked)}
      />
    </Dialog>
  );
}
