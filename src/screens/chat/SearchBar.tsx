import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { placesOf } from '../../../clinical/words/searchForm.ts';
import type { Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';
import { type ChatSearchState, useChatSearch } from './useChatSearch.ts';

type Marks = { readonly all: Highlight; readonly current: Highlight };

/** One pair for all panes, because CSS highlights are global by name; null if the browser does not support them. */
function createHighlights(): Marks | null {
  if (typeof Highlight !== 'function' || !('highlights' in CSS)) return null;
  const marks = { all: new Highlight(), current: new Highlight() };
  marks.current.priority = 1;
  CSS.highlights.set('chat-found', marks.all);
  CSS.highlights.set('chat-found-current', marks.current);
  return marks;
}
let marks: Marks | null | undefined;

function textsIn(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

/**
 * Highlights matches without changing the DOM, because rows come and go while scrolling; returns the function that
 * removes the highlights.
 */
function highlightMatches(log: Element, sought: string, current: string | null): () => void {
  if (marks === undefined) marks = createHighlights();
  if (marks === null) return () => {};
  const { all, current: now } = marks;
  let own: { readonly on: Highlight; readonly range: Range }[] = [];
  const clear = () => {
    for (const { on, range } of own) on.delete(range);
    own = [];
  };
  const mark = () => {
    clear();
    for (const bubble of log.querySelectorAll('.chat-bubble')) {
      const on = bubble.closest<HTMLElement>('[data-row]')?.dataset.row === current ? now : all;
      for (const text of textsIn(bubble))
        for (const { from, to } of placesOf(text.data, sought)) {
          const range = new Range();
          range.setStart(text, from);
          range.setEnd(text, to);
          on.add(range);
          own.push({ on, range });
        }
    }
  };
  mark();
  const watcher = new MutationObserver(mark);
  watcher.observe(log, { childList: true, subtree: true, characterData: true });
  return () => {
    watcher.disconnect();
    clear();
  };
}

type Props = { readonly search: ChatSearchState; readonly onClose: () => void };

/**
 * Search in a conversation: Enter goes to the previous match, Shift+Enter to the next, Escape back to the reply box.
 */
export function SearchBar({ search, onClose }: Props) {
  const { t } = useTranslation();
  const bar = useRef<HTMLFormElement>(null);
  const { query, sought, at, count, current, state } = search;

  useEffect(() => {
    const log = bar.current?.parentElement?.querySelector('[role="log"]');
    return log && sought !== '' ? highlightMatches(log, sought, current) : undefined;
  }, [sought, current]);

  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') onClose();
    else if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    else if (event.shiftKey) search.later();
    else search.earlier();
    event.preventDefault();
  };
  const statusText = () => {
    if (sought === '') return '';
    if (count > 0) return t('chat.find.count', { at, count });
    if (state === 'busy') return t('chat.find.reading');
    return state === 'failed' ? t('chat.find.failed') : t('chat.find.none');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers and screen readers from before 2023 do not support the search element.
    <form
      ref={bar}
      role="search"
      className="chat-find"
      aria-label={t('chat.find.title')}
      onKeyDown={press}
      onSubmit={(event) => event.preventDefault()}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the doctor has just opened this search.
        autoFocus={query === ''}
        type="search"
        dir="auto"
        aria-label={t('chat.find.title')}
        placeholder={t('chat.find.title')}
        maxLength={100}
        value={query}
        onChange={(event) => search.setQuery(event.target.value)}
      />
      <span role="status">{statusText()}</span>
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

type ChatSearchProps = {
  readonly timeline: Timeline;
  /** Sets the message to scroll to; null when the search ends. */
  readonly onGoal: (goal: { readonly key: string } | null) => void;
  readonly onClose: () => void;
};

/** The search of a conversation while it is open. */
export function ChatSearch({ timeline, onGoal, onClose }: ChatSearchProps) {
  const search = useChatSearch(timeline);
  const { chosen } = search;
  useEffect(() => onGoal(chosen), [chosen, onGoal]);
  useEffect(() => () => onGoal(null), [onGoal]);
  const close = () => {
    search.setQuery('');
    onClose();
  };
  return <SearchBar search={search} onClose={close} />;
}
