import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { isMac } from './isMac.ts';
import { combinationOf, holderOf, isChangeable, type KeyMap, shownKeys } from './keyMap.ts';
import type { ShortcutName } from './shortcuts.ts';

type Props = {
  readonly name: ShortcutName;
  readonly map: KeyMap;
  /** The keys as another choice of the person has made them; null where none bears on them. */
  readonly shown: string | null;
  readonly onChange: (name: ShortcutName, keys: string | null) => void;
};

/** One shortcut: what it does, its keys, and the way to others. */
export function ShortcutRow({ name, map, shown, onChange }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [holder, setHolder] = useState<ShortcutName | null>(null);
  const keys = shown ?? shownKeys(name, map, isMac());
  const what = t(`workspace.keys.names.${name}`);
  const done = () => {
    setAsking(false);
    setHolder(null);
  };
  function press(event: KeyboardEvent) {
    if (event.key === 'Tab' || event.key === 'Escape') return done();
    event.preventDefault();
    event.stopPropagation();
    const off = event.key === 'Backspace' || event.key === 'Delete';
    const wanted = off ? '' : combinationOf(event.nativeEvent);
    if (wanted === null) return;
    const other = off ? null : holderOf(wanted, map);
    if (other !== null && other !== name) return setHolder(other);
    onChange(name, wanted);
    done();
  }
  return (
    <div data-asking={asking || undefined}>
      <dt>{what}</dt>
      <dd>
        {asking ? (
          <button
            type="button"
            className="keys-asking"
            // biome-ignore lint/a11y/noAutofocus: the keys that are pressed next are meant for it.
            autoFocus
            onKeyDown={press}
            onBlur={done}
          >
            {holder === null
              ? t('workspace.keys.press')
              : t('workspace.keys.taken', { other: t(`workspace.keys.names.${holder}`) })}
          </button>
        ) : (
          <>
            {keys === '' ? <span className="keys-off">{t('workspace.keys.off')}</span> : <Kbd keys={keys} />}
            {isChangeable(name) ? (
              <IconButton size="sm" label={t('workspace.keys.change', { what })} onClick={() => setAsking(true)}>
                <Pencil />
              </IconButton>
            ) : (
              <span className="keys-fixed" />
            )}
          </>
        )}
      </dd>
    </div>
  );
}
