import { Search, X } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useRef } from 'react';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { OrderId } from '../../../contract/ids.ts';
import { mostConsultations } from '../../domain/nextPatient.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Input } from '../../ui/TextField.tsx';
import { useWork } from '../app/app.ts';
import { useKept } from '../forms/useKept.ts';
import { useLive } from '../hooks/useLive.ts';
import { useSetting } from '../hooks/useSetting.ts';
import { MarkThreshold, useAnswerLimit, useMarkThreshold } from '../lists/WaitClock.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import { countOf, endedRows, filterRows, findsLiterally, type ConversationRow as Row, rowFilters } from './chatRows.ts';
import { listParts, useFrozenOrder } from './listParts.tsx';
import type { RowPlace } from './room.ts';
import { type KnownOrders, useConversationRows, useEndedOrders } from './useKnownOrders.ts';

/** Only a search needs it. */
const pinyin = onDemand(() => import('../../domain/pinyin.ts'));

type CapacityProps = {
  /** Null while unknown. */
  readonly running: number | null;
};

/** Number of running consultations and the maximum; at the maximum no more can be accepted. */
function Capacity({ running }: CapacityProps) {
  const { t } = useTranslation();
  const { value: limits } = useLive(useWork().limits$);
  const places = limits && mostConsultations(limits);
  if (places === null) return <CountBadge count={running} tone="neutral" />;
  const text = t('workspace.chats.capacity', { running: running ?? t('workspace.chats.unknown'), count: places });
  return (
    <span
      className="ui-count"
      data-tone={running !== null && running >= places ? 'danger' : 'neutral'}
      data-tooltip={text}
    >
      <span aria-hidden="true">{`${running ?? '–'}/${places}`}</span>
      <span className="ui-hidden">{text}</span>
    </span>
  );
}

type Props = {
  readonly known: KnownOrders;
  readonly focused: OrderId | null;
  readonly placeOf: (id: string) => RowPlace;
};

/** Arrow keys move through the rows, Home and End go to the first and last one. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>, list: VirtuosoHandle | null) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.room-row-main')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'ArrowDown') buttons[at + 1]?.focus();
  else if (event.key === 'ArrowUp') buttons[at - 1]?.focus();
  else if (event.key === 'Home') list?.scrollToIndex(0);
  else if (event.key === 'End') list?.scrollToIndex({ index: 'LAST' });
  else return;
  event.preventDefault();
}

const idOf = (_: number, { id }: Row) => id;

type SearchButtonProps = { readonly searching: boolean; readonly onToggle: () => void };

const SearchButton = memo(function SearchButton({ searching, onToggle }: SearchButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton size="sm" label={t('workspace.chats.openSearch')} aria-expanded={searching} onClick={onToggle}>
      {searching ? <X /> : <Search />}
    </IconButton>
  );
});

/** The doctor's running consultations: those that need an answer first, then the latest. */
export function ConversationList({ known, focused, placeOf }: Props) {
  const { t } = useTranslation();
  const rows = useConversationRows(known);
  const [filter, setFilter] = useSetting('chats.filter', 'all', rowFilters);
  const [query, setQuery] = useKept<string | null>('chats.query', null);
  const { rows: steady, guard } = useFrozenOrder(rows);
  const list = useRef<VirtuosoHandle>(null);
  const past = useEndedOrders(filter === 'ended', query ?? '');
  const finds = useOnDemand(pinyin, query === null ? 'idle' : 'now')?.isFoundIn ?? findsLiterally;
  const search = { query: query ?? '', finds };
  const chosen = filter === 'ended' ? endedRows(steady, past.rows, search) : filterRows(steady, filter, search);
  const { awaiting } = useWork();
  const state = useLive(awaiting.list, (list) => list.state);
  const isKnown = state === 'live' || state === 'stale';
  const asking = filter === 'ended' ? past.state === 'loading' : state === 'loading';
  const limitOf = useAnswerLimit();
  const threshold = useMarkThreshold(
    rows.flatMap(({ waitingSince: since }) => (since === null ? [] : { since, limitAt: limitOf(since) })),
  );
  const row = useCallback(
    (_: number, one: Row) => <ConversationRow row={one} focused={one.id === focused} place={placeOf(one.id)} />,
    [focused, placeOf],
  );
  const toggleSearch = useCallback(() => setQuery(query === null ? '' : null), [query, setQuery]);
  // A stable callback, so that a new page does not render the list again.
  const latest = useRef(past);
  latest.current = past;
  const more = useCallback(() => latest.current.more(), []);
  return (
    <section className="room-chats" aria-label={t('workspace.chats.title')} tabIndex={-1} id="room-chats">
      <header className="room-list-head">
        <h2>{t('workspace.chats.title')}</h2>
        <Capacity running={isKnown ? rows.filter(({ ended }) => !ended).length : null} />
        <SearchButton searching={query !== null} onToggle={toggleSearch} />
      </header>
      {query === null ? null : (
        <Input
          autoFocus={query === ''}
          type="search"
          className="room-search"
          aria-label={t('workspace.chats.search')}
          placeholder={t('workspace.chats.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setQuery(null)}
        />
      )}
      {query === null ? null : <PartAway of={pinyin} as="line" />}
      <fieldset className="room-filters" aria-label={t('workspace.chats.filter')}>
        {rowFilters.map((name) => {
          const count = name === 'unread' || name === 'waiting' ? countOf(rows, name) : 0;
          return (
            <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
              {`${t(`workspace.chats.filters.${name}`)}${count > 0 ? ` ${count}` : ''}`}
            </button>
          );
        })}
      </fieldset>
      {filter === 'ended' && past.state === 'failed' ? (
        <div className="room-list-note" role="alert">
          <strong>{t('workspace.chats.endedFailed')}</strong>
          <Button size="sm" look="outline" onClick={past.reload}>
            {t('common.actions.retry')}
          </Button>
        </div>
      ) : null}
      {state === 'failed' && chosen.length === 0 && filter !== 'ended' ? (
        <div className="room-list-note" role="alert">
          <strong>{t('workspace.chats.listFailed')}</strong>
          <Button size="sm" look="outline" onClick={awaiting.refresh}>
            {t('common.actions.retry')}
          </Button>
        </div>
      ) : chosen.length === 0 && asking ? (
        <Skeleton loading label={t('common.state.loading')} lines={4} />
      ) : chosen.length === 0 ? (
        <div className="room-list-note">
          <strong>{t(rows.length === 0 ? 'workspace.chats.none' : 'workspace.chats.noMatch')}</strong>
          {rows.length === 0 ? (
            <p>{t('workspace.chats.noneText')}</p>
          ) : (
            <Button
              size="sm"
              look="outline"
              onClick={() => {
                setFilter('all');
                setQuery(null);
              }}
            >
              {t('workspace.chats.showAll')}
            </Button>
          )}
        </div>
      ) : (
        <div className="room-rows" {...guard} onKeyDownCapture={(event) => moveBetweenRows(event, list.current)}>
          <MarkThreshold value={threshold}>
            <Virtuoso
              ref={list}
              data={chosen}
              computeItemKey={idOf}
              itemContent={row}
              components={listParts<Row>()}
              increaseViewportBy={1_200}
              skipAnimationFrameInResizeObserver
              tabIndex={-1}
              endReached={more}
            />
          </MarkThreshold>
        </div>
      )}
    </section>
  );
}
