import { useSelector } from '@xstate/react';
import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { roleOf } from '../../machines/selectors/session.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { Checkbox } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import {
  combinationOf,
  holderOf,
  isChangeable,
  isMac,
  type KeyMap,
  modEnter,
  shownKeys,
  shownWriting,
  useKeyMap,
  useSendKey,
} from './keyMap.ts';
import { type ShortcutName, shortcutGroups, shortcutsOf } from './shortcuts.ts';
import './keyboard.css';

type ShortcutRowProps = {
  readonly name: ShortcutName;
  readonly map: KeyMap;
  /** Keys that result from another setting; null if no setting affects them. */
  readonly shown: string | null;
  readonly onChange: (name: ShortcutName, keys: string | null) => void;
};

/** A shortcut: its action, its keys and a button to change them. */
function ShortcutRow({ name, map, shown, onChange }: ShortcutRowProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [holder, setHolder] = useState<ShortcutName | null>(null);
  const keys = shown ?? shownKeys(name, map, isMac());
  const what = t(`keys.names.${name}`);
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
            // biome-ignore lint/a11y/noAutofocus: it records the keys pressed next.
            autoFocus
            onKeyDown={press}
            onBlur={done}
          >
            {holder === null ? t('keys.press') : t('keys.taken', { other: t(`keys.names.${holder}`) })}
          </button>
        ) : (
          <>
            {keys === '' ? <span className="keys-off">{t('keys.off')}</span> : <Kbd keys={keys} />}
            {isChangeable(name) ? (
              <IconButton size="sm" label={t('keys.change', { what })} onClick={() => setAsking(true)}>
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

type Props = {
  readonly letters: boolean;
  readonly onLetters: (allowed: boolean) => void;
  readonly onClose: () => void;
};

/**
 * The shortcuts of the person's role; the keys of each can be changed or removed, and single-letter shortcuts can be switched
 * off together.
 */
export function ShortcutHelp({ letters, onLetters, onClose }: Props) {
  const { t } = useTranslation();
  const role = useSelector(useApp().session, roleOf) ?? 'doctor';
  const { map, change, reset } = useKeyMap();
  const [sendKey, chooseSendKey] = useSendKey();
  const writing = shownWriting(sendKey);
  // Focus the list instead of the first edit button, whose tooltip would cover the keys.
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open
      size="xl"
      title={t('keys.title')}
      closeLabel={t('common.actions.close')}
      onClose={onClose}
      firstFocus={list}
    >
      <div className="keys-help" ref={list} tabIndex={-1}>
        {shortcutGroups
          .filter((group) => shortcutsOf(group, role).length > 0)
          .map((group) => (
            <section key={group}>
              <h3>{t(`keys.groups.${group}`)}</h3>
              <dl>
                {shortcutsOf(group, role).map((name) => (
                  <ShortcutRow key={name} name={name} map={map} shown={writing[name] ?? null} onChange={change} />
                ))}
              </dl>
            </section>
          ))}
      </div>
      <div className="keys-foot">
        {role === 'doctor' ? (
          <Checkbox
            label={t('keys.sendWith', { keys: modEnter() })}
            checked={sendKey === 'modEnter'}
            onChange={(event) => chooseSendKey(event.target.checked ? 'modEnter' : 'enter')}
          />
        ) : null}
        <Checkbox label={t('keys.letters')} checked={letters} onChange={(event) => onLetters(event.target.checked)} />
        {Object.keys(map).length > 0 ? (
          <Button size="sm" look="outline" tone="neutral" onClick={reset}>
            {t('keys.reset')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
