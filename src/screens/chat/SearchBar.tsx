import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { isImeKey } from '../../ui/ime.ts';
import { markFound } from './foundMarks.ts';
import type { TalkSearch } from './useTalkSearch.ts';

type Props = { readonly search: TalkSearch; readonly onClose: () => void };

/** Looks for words in a conversation: Enter goes to the match before, Shift+Enter to the one after, Escape back to the reply. */
export function SearchBar({ search, onClose }: Props) {
  const { t } = useTranslation();
  const bar = useRef<HTMLFormElement>(null);
  const { query, sought, at, count, current, state } = search;

  useEffect(() => {
    const log = bar.current?.parentElement?.querySelector('[role="log"]');
    return log && sought !== '' ? markFound(log, sought, current) : undefined;
  }, [sought, current]);

  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (isImeKey(event.nativeEvent)) return;
    if (event.key === 'Escape') onClose();
    else if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    else if (event.shiftKey) search.later();
    else search.earlier();
    event.preventDefault();
  };
  const said = () => {
    if (sought === '') return '';
    if (count > 0) return t('chat.find.count', { at, count });
    if (state === 'busy') return t('chat.find.reading');
    return state === 'failed' ? t('chat.find.failed') : t('chat.find.none');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers and readers of before 2023 do not know the search element.
    <form
      ref={bar}
      role="search"
      className="chat-find"
      aria-label={t('chat.find.title')}
      onKeyDown={press}
      onSubmit={(event) => event.preventDefault()}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the doctor has just asked to search here.
        autoFocus
        type="search"
        aria-label={t('chat.find.title')}
        placeholder={t('chat.find.title')}
        maxLength={100}
        value={query}
        onChange={(event) => search.setQuery(event.target.value)}
      />
      <span role="status">{said()}</span>
      {search.mayReadFurther ? (
        <button type="button" className="chat-find-further" onClick={search.readFurther}>
          {t('chat.find.further')}
        </button>
      ) : null}
      <IconButton size="sm" label={t('chat.find.earlier')} disabled={count === 0} onClick={search.earlier}>
        <ChevronUp />
      </IconButton>
      <IconButton size="sm" label={t('chat.find.later')} disabled={count === 0} onClick={search.later}>
        <ChevronDown />
      </IconButton>
      <IconButton size="sm" label={t('chat.find.close')} onClick={onClose}>
        <X />
      </IconButton>
    </form>
  );
}
