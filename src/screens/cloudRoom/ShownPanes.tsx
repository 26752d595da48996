import { useMemo } from 'react';
import type { PaneLayout } from '../../domain/paneLayout.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Splitter } from '../../ui/Splitter.tsx';
import { useWork } from '../app/app.ts';
import { Pane } from './Pane.tsx';
import { arrangePanes, columnsFor } from './paneTiles.ts';
import { paneId } from './room.ts';
import type { Space } from './useSize.ts';

type Props = {
  /** Those of the layout that fit. */
  readonly panes: PaneLayout['panes'];
  readonly layout: PaneLayout;
  readonly space: Space & { readonly fontScale: number };
};

/** The panes that are on the screen, with splitters between them. */
export function ShownPanes({ panes, layout, space }: Props) {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const count = panes.length;
  // Memoised, so that a pane renders again only if its tile has changed.
  const { tiles, bars } = useMemo(() => arrangePanes(count, space, layout.sizes), [count, space, layout.sizes]);
  // The DOM order is fixed and only the tile changes, because moving an element would lose its scroll position.
  const placed = panes
    .map(({ orderId }, place) => ({ orderId, place }))
    .sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
  return (
    <>
      {placed.map(({ orderId, place }) => (
        <Pane
          key={orderId}
          orderId={orderId}
          tile={tiles[place] ?? null}
          place={place}
          among={count}
          columns={columnsFor(count, space)}
          focused={layout.focused === orderId}
          maximised={layout.maximised === orderId}
          fontScale={space.fontScale}
        />
      ))}
      {bars.map(({ name, line, after, left, top, width, height, size, min, max, usual: even, sizesFor }) => (
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
      ))}
    </>
  );
}
