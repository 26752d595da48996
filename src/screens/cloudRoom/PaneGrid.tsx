import { useSelector } from '@xstate/react';
import { MessagesSquare } from 'lucide-react';
import { memo, useEffect, useMemo } from 'react';
import { fitToCapacity, shownPanes } from '../../domain/paneLayout.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { deskOf } from '../../machines/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { useWork } from '../app/app.ts';
import { arrangePanes, capacityOf, columnsFor, useSize } from './paneTiles.ts';
import { paneId, useRoom } from './room.ts';
import { useAcceptNext } from './useAcceptNext.ts';

/** Loaded on demand: without open panes the lists need neither panes nor chats. */
export const paneLayer = onDemand(() => import('./Pane.tsx'));

const usual = { width: 1100, height: 800 };

/** Shown if no pane is open; offers the next patient. */
function NothingOpen() {
  const { t } = useTranslation();
  const { first, acceptNext } = useAcceptNext(useRoom());
  return (
    <EmptyState
      icon={<MessagesSquare aria-hidden="true" />}
      title={t('workspace.pane.empty')}
      text={t('workspace.pane.emptyText')}
      action={first ? <Button onClick={acceptNext}>{t('workspace.pane.acceptNext')}</Button> : null}
    />
  );
}

/** One to six panes that share the space, with splitters between them. */
export const PaneGrid = memo(function PaneGrid() {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const { single } = useRoom();
  const desk = useSelector(workspace, deskOf);
  const [box, space] = useSize(usual);
  const capacity = single ? 1 : capacityOf(space, space.fontScale);
  useEffect(() => workspace.send({ type: 'capacity.changed', panes: capacity }), [workspace, capacity]);

  // The workspace machine learns of a smaller screen one event later; fit the panes now so that the same ones stay
  // visible.
  const panes = shownPanes(fitToCapacity(desk, capacity));
  const count = Math.max(1, panes.length);
  // Memoised, so that a pane renders again only if its tile has changed.
  const { tiles, bars } = useMemo(() => arrangePanes(count, space, desk.sizes), [count, space, desk.sizes]);
  const layer = useOnDemand(paneLayer, panes.length > 0 ? 'now' : 'idle');
  // The DOM order is fixed and only the tile changes, because moving an element would lose its scroll position.
  const placed = panes
    .map(({ orderId }, place) => ({ orderId, place }))
    .sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
  return (
    <section ref={box} className="room-grid" aria-label={t('workspace.panes')}>
      {panes.length === 0 ? <NothingOpen /> : null}
      {placed.map(({ orderId, place }) =>
        layer ? (
          <layer.Pane
            key={orderId}
            orderId={orderId}
            tile={tiles[place] ?? null}
            place={place}
            among={panes.length}
            columns={columnsFor(count, space)}
            focused={desk.focused === orderId}
            maximised={desk.maximised === orderId}
            fontScale={space.fontScale}
          />
        ) : (
          <div key={orderId} className="pane" style={{ position: 'absolute', ...tiles[place] }}>
            <PartAway of={paneLayer}>
              <SkeletonLines label={t('workspace.pane.loading')} />
            </PartAway>
          </div>
        ),
      )}
      {panes.length > 1
        ? bars.map(({ name, line, after, left, top, width, height, size, min, max, usual: even, sizesFor }) => (
            <div key={name} className="room-bar" style={{ left, top, width, height }} data-line={line}>
              <Splitter
                label={t('workspace.pane.size')}
                controls={panes[after] ? paneId(panes[after].orderId) : ''}
                pane="before"
                line={line}
                size={size}
                min={min}
                max={max}
                usual={even}
                onSize={(px) => workspace.send({ type: 'splitter.moved', sizes: sizesFor(px) })}
              />
            </div>
          ))
        : null}
    </section>
  );
});
