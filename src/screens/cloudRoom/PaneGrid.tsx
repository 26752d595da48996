import { useSelector } from '@xstate/react';
import { MessagesSquare } from 'lucide-react';
import { memo, useEffect, useMemo } from 'react';
import { fitted, shownPanes } from '../../domain/desk.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { deskOf } from '../../machines/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { Splitter } from '../../ui/Splitter.tsx';
import { useWork } from '../app.ts';
import { useLive } from '../useLive.ts';
import { arranged, capacityOf, columnsFor, useSize } from './paneGrid.ts';
import { paneId, useRoom } from './room.ts';

/** The code of panes, chat and all: whoever has none open sees the lists without it. */
export const paneLayer = onDemand(() => import('./Pane.tsx'));

const usual = { width: 1100, height: 800 };

/** Nothing is open: says so, and offers the next patient. */
function NothingOpen() {
  const { t } = useTranslation();
  const room = useRoom();
  const [next] = useLive(useWork().awaiting.list).waiting;
  return (
    <EmptyState
      icon={<MessagesSquare aria-hidden="true" />}
      title={t('workspace.pane.empty')}
      text={t('workspace.pane.emptyText')}
      action={next ? <Button onClick={() => room.accept(next)}>{t('workspace.pane.acceptNext')}</Button> : null}
    />
  );
}

/** One to six panes that share the space; the lines between them can be moved. */
export const PaneGrid = memo(function PaneGrid() {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const { single } = useRoom();
  const desk = useSelector(workspace, deskOf);
  const [box, space] = useSize(usual);
  const capacity = single ? 1 : capacityOf(space);
  useEffect(() => workspace.send({ type: 'capacity.changed', panes: capacity }), [workspace, capacity]);

  // The desk hears of a smaller screen a moment later; the pane that stays is the same one until and after then.
  const panes = shownPanes(fitted(desk, capacity));
  const count = Math.max(1, panes.length);
  // A pane is drawn again only when its place has changed.
  const { tiles, bars } = useMemo(() => arranged(count, space, desk.sizes), [count, space, desk.sizes]);
  const layer = useOnDemand(paneLayer, panes.length > 0 ? 'now' : 'resting');
  // Panes stand in a fixed order in the page and are only placed by the desk's order: moving an element would lose its scroll.
  const placed = panes
    .map(({ orderId }, place) => ({ orderId, place }))
    .sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
  return (
    <section ref={box} className="room-grid" aria-label={t('workspace.panes')}>
      {panes.length === 0 ? <NothingOpen /> : null}
      {layer &&
        placed.map(({ orderId, place }) => (
          <layer.Pane
            key={orderId}
            orderId={orderId}
            tile={tiles[place] ?? null}
            place={place}
            among={panes.length}
            columns={columnsFor(count, space)}
            focused={desk.focused === orderId}
            maximised={desk.maximised === orderId}
          />
        ))}
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
