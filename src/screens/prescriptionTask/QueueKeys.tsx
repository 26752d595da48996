import { useTranslation } from '../../locales/i18n.ts';
import { isMac } from '../keyboard/isMac.ts';
import { shownKeys } from '../keyboard/keyMap.ts';
import { useKeyMap } from '../keyboard/useKeyMap.ts';
import { useSetting } from '../useSetting.ts';

/** Which keys do what here: the person's own ones, and without single letters where those are switched off. */
export function QueueKeys() {
  const { t } = useTranslation();
  const { map } = useKeyMap();
  const [letters] = useSetting('keys.letters', true, [true, false]);
  const shown = (name: 'queueNext' | 'queuePrevious' | 'skip') =>
    letters || map[name] ? shownKeys(name, map, isMac()) : '';
  const skip = shown('skip');
  return (
    <p className="audit-keys">
      <span>{t('audit.keys.move', { next: shown('queueNext') || '↓', previous: shown('queuePrevious') || '↑' })}</span>
      <span>{t('audit.keys.open')}</span>
      <span>{t('audit.keys.decide')}</span>
      {skip ? <span>{t('audit.keys.skip', { key: skip })}</span> : null}
    </p>
  );
}
