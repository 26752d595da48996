import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { intensityOf } from '../../domain/queueIntensity.ts';
import { needsTime } from '../../domain/queueView.ts';
import { isFree, isLeasedBy, isReviewable, type ShownRow } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { lastResult, openPrescription } from '../../machines/selectors/reviewQueue.ts';
import { Button } from '../../ui/Button.tsx';
import { PaneBoundary } from '../../ui/ErrorPane.tsx';
import { Checkbox } from '../../ui/TextField.tsx';
import { useApp, useReview } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { PageHeader } from '../app/Page.tsx';
import { atMostEvery, oncePerFrame } from '../hooks/onNextFrame.ts';
import { useLive } from '../hooks/useLive.ts';
import { useServiceHours } from '../hooks/useServiceHours.ts';
import { useSetting } from '../hooks/useSetting.ts';
import { useRecent, useTicking } from '../hooks/useTicking.ts';
import { isMac, letterOf, shownKeys, useKeyMap } from '../keyboard/keyMap.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { useAnswerNotices } from '../questions/useAnswerNotices.ts';
import { ClaimedByMe, SelectionBar } from './ClaimBars.tsx';
import { Colleagues } from './Colleagues.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { LeftReviews } from './LeftReviews.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import { NoRows, QueueNotices, QueueSummary, useRemovalText } from './QueueNotices.tsx';
import { QueueStrip } from './QueueStrip.tsx';
import { QueueTable } from './QueueTable.tsx';
import { IntensityContext } from './queueColumns.tsx';
import { ReviewPane, useReviewSheetAhead } from './ReviewPane.tsx';
import { UndoBar, useDecisionNotices } from './UndoBar.tsx';
import { useClaims } from './useClaims.ts';
import { useQueueFocus, useQueueRows } from './useQueue.ts';
import { quarterMinute, useColumns, useQueueView } from './useQueueView.ts';
import './prescriptionTask.css';

/** The user's keys of the queue's shortcuts; single letters only if they are switched on. */
function useQueueKeys() {
  const { map } = useKeyMap();
  const [letters] = useSetting('keys.letters', true, [true, false]);
  return (name: 'queueNext' | 'queuePrevious' | 'skip') => (letters || map[name] ? shownKeys(name, map, isMac()) : '');
}

function QueueKeys() {
  const { t } = useTranslation();
  const shown = useQueueKeys();
  const skip = shown('skip');
  return (
    <p className="queue-keys">
      <span>
        {t('reviewing.keys.move', { next: shown('queueNext') || '↓', previous: shown('queuePrevious') || '↑' })}
      </span>
      <span>{t('reviewing.keys.open')}</span>
      <span>{t('reviewing.keys.select')}</span>
      <span>{t('reviewing.keys.decide')}</span>
      {skip ? <span>{t('reviewing.keys.skip', { key: skip })}</span> : null}
    </p>
  );
}

/** A pointer that has not moved for this time in ms is not about to click. */
const restMs = 6_000;

/** What describes the whole queue takes longer to compute than a frame, and the rows do not wait for it. */
const calmly = atMostEvery(1_000);

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The reviewer's screen: the live queue and the prescription in review. */
export function PrescriptionTask() {
  const { t } = useTranslation();
  const { report } = useApp();
  const { owner, queue, reviewQueue } = useReview();
  useReviewSheetAhead();
  const list = useLive(queue.queue, oncePerFrame);
  const paced = useLive(queue.queue, calmly);
  // The first rows must not wait: an empty queue compares no waits, and all of them would be marked.
  const whole = paced.items.size === 0 ? list : paced;
  const open = useSelector(reviewQueue, openPrescription);
  const [at, setAt] = useState({ focus: false, scrolled: false });
  const pointer = useRecent(restMs);
  const isFrozen = pointer.recent || at.focus || at.scrolled;
  const { view, setFilter, sortBy, clearFilters } = useQueueView();
  const columns = useColumns();
  const now = useTicking(quarterMinute);
  const hours = useServiceHours();
  const looking = { me: owner.userId, now: needsTime(view) ? now : 0, hours };
  const { rows, waiting, lastLeft, showAll } = useQueueRows(list, isFrozen, view, looking);
  const claims = useClaims({ list, rows, now });
  const latestToggle = useRef(claims.toggle);
  latestToggle.current = claims.toggle;
  const toggle = useCallback((id: PrescriptionId) => latestToggle.current(id), []);
  const intensity = useMemo(() => intensityOf(whole.items.values(), hours, now), [whole.items, hours, now]);
  const last = useSelector(reviewQueue, lastResult);
  const screen = useRef<HTMLDivElement>(null);
  const { activeId, request, setActiveId, move, noteFocus } = useQueueFocus({
    screen,
    rows,
    last,
    openId: open?.id ?? null,
  });
  const [opensNext, setOpensNext] = useSetting('reviews.opensNext', true, [true, false]);
  const removal = useRemovalText();
  useDecisionNotices();
  useAnswerNotices();

  const isOpen = open !== null;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (!isOpen) showAll();
  }
  const openRow = useCallback(
    ({ item }: Pick<ShownRow, 'item'>) => {
      setActiveId(item.id);
      reviewQueue.send({ type: 'prescription.opened', id: item.id, version: item.version });
    },
    [reviewQueue, setActiveId],
  );
  const isOthers = (item: AuditItem) => !isFree(item, now) && !isLeasedBy(item, owner.userId, now);
  const from = rows.findIndex(({ item }) => item.id === open?.id);
  const next = open ? (rows.slice(from + 1).find((row) => isReviewable(row) && !isOthers(row.item)) ?? null) : null;
  /** Releases the open prescription and opens the next one in the queue. */
  const skip = () => {
    if (next) openRow(next);
  };
  const shownKeysOf = useQueueKeys();
  useShortcut('queueNext', () => move(1));
  useShortcut('queuePrevious', () => move(-1));
  useShortcut('skip', isOpen ? skip : null);
  useShortcut('undo', () => reviewQueue.send({ type: 'undo.requested' }));
  /** In the rows the arrows move, and X selects the row to claim it with others. */
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (step === undefined && letterOf(event) !== 'x')) return;
    event.preventDefault();
    if (step !== undefined) move(step);
    else if (activeId !== null) claims.toggle(activeId);
  };
  const note = (part: Partial<typeof at>) => setAt((before) => ({ ...before, ...part }));

  return (
    <div ref={screen} className="queue" data-open={open ? '' : undefined}>
      <div className="queue-list">
        <PageHeader title={t('reviewing.title')}>
          <QueueSummary items={whole.items} state={whole.state} />
          <ColumnChoice shown={columns.shown} onToggle={columns.toggle} />
        </PageHeader>
        <QueueNotices state={list.state} empty={rows.length === 0} onRetry={queue.refresh} />
        <LeftReviews />
        <QueueFilters queue={whole} values={view.filters} onChange={setFilter} onClear={clearFilters} />
        <ClaimedByMe claims={claims} openId={open?.id ?? null} onOpen={openRow} />
        {/* Its height is reserved, so that what appears in it moves no row. */}
        <div className="queue-bar">
          {open ? null : <UndoBar />}
          <SelectionBar claims={claims} onClaimed={() => move(0)} />
          <p className="queue-line" role="status">
            {lastLeft ? (
              <>
                <b data-numeric="">{lastLeft.item.prescriptionNo}</b>{' '}
                <span>{dotted(lastLeft.item.patient.name, removal(lastLeft.left))}</span>
              </>
            ) : null}
          </p>
          {waiting > 0 ? (
            <Button size="sm" look="subtle" onClick={showAll}>
              {t('reviewing.newRows', { count: waiting })}
            </Button>
          ) : null}
          <Colleagues items={list.items} />
        </div>
        {rows.length === 0 ? (
          <NoRows state={list.state} onClear={list.items.size > 0 ? clearFilters : null} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: detects the pointer, so that rows do not move under it, and handles the arrow keys of its buttons.
          <div
            className="queue-rows"
            onPointerMove={pointer.note}
            onPointerLeave={pointer.end}
            onKeyDown={walk}
            onFocus={() => note({ focus: true })}
            onBlur={(event) => {
              if (event.currentTarget.contains(event.relatedTarget)) return;
              note({ focus: false });
              noteFocus(null);
            }}
          >
            <IntensityContext value={intensity}>
              <QueueTable
                rows={rows}
                me={owner.userId}
                columns={columns.shown}
                sort={view.sort}
                onSort={sortBy}
                openId={open?.id ?? null}
                activeId={activeId}
                selected={claims.selected}
                onSelect={toggle}
                onOpen={openRow}
                onScrolled={(scrolled) => note({ scrolled })}
                onFocused={noteFocus}
                focusRequest={request}
              />
            </IntensityContext>
          </div>
        )}
        <div className="queue-foot">
          <QueueKeys />
          <Checkbox
            label={t('reviewing.opensNext')}
            checked={opensNext}
            onChange={(event) => setOpensNext(event.target.checked)}
          />
        </div>
      </div>
      {open ? (
        <div className="queue-open">
          <QueueStrip items={list.items} next={next} keys={shownKeysOf('skip')} onSkip={skip} />
          <PaneBoundary
            title={t('common.pane.crashed')}
            text={t('common.pane.crashedHint')}
            retryLabel={t('common.actions.retry')}
            onError={report}
            resetKeys={[open.id]}
          >
            <ReviewPane key={open.id} item={list.items.get(open.id) ?? null} />
          </PaneBoundary>
        </div>
      ) : null}
    </div>
  );
}
