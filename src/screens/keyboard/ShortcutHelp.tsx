import { useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ShortcutRow } from './ShortcutRow.tsx';
import { modEnter, shownWriting, useSendKey } from './sendKey.ts';
import { shortcutGroups, shortcutNames, shortcuts } from './shortcuts.ts';
import { useKeyMap } from './useKeyMap.ts';
import './keyboard.css';

type Props = {
  readonly letters: boolean;
  readonly onLetters: (allowed: boolean) => void;
  readonly onClose: () => void;
};

/** All shortcuts at a glance; each can be given other keys or none, and those that are single letters be switched off together. */
export function ShortcutHelp({ letters, onLetters, onClose }: Props) {
  const { t } = useTranslation();
  const { map, change, reset } = useKeyMap();
  const [sendKey, chooseSendKey] = useSendKey();
  const writing = shownWriting(sendKey);
  // Not the first pencil: its hint would lie over the keys that are looked for.
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open
      size="xl"
      title={t('workspace.keys.title')}
      closeLabel={t('common.actions.close')}
      onClose={onClose}
      firstFocus={list}
    >
      <div className="keys-help" ref={list} tabIndex={-1}>
        {shortcutGroups.map((group) => (
          <section key={group}>
            <h3>{t(`workspace.keys.groups.${group}`)}</h3>
            <dl>
              {shortcutNames
                .filter((name) => shortcuts[name].group === group)
                .map((name) => (
                  <ShortcutRow key={name} name={name} map={map} shown={writing[name] ?? null} onChange={change} />
                ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="keys-foot">
        <Checkbox
          label={t('workspace.keys.sendWith', { keys: modEnter() })}
          checked={sendKey === 'modEnter'}
          onChange={(event) => chooseSendKey(event.target.checked ? 'modEnter' : 'enter')}
        />
        <Checkbox
          label={t('workspace.keys.letters')}
          checked={letters}
          onChange={(event) => onLetters(event.target.checked)}
        />
        {Object.keys(map).length > 0 ? (
          <Button size="sm" look="outline" tone="neutral" onClick={reset}>
            {t('workspace.keys.reset')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
