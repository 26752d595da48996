import { useSelector } from '@xstate/react';
import { MessagesSquare } from 'lucide-react';
import { memo, useEffect } from 'react';
import { fitToCapacity, shownPanes } from '../../domain/paneLayout.ts';
import { loadTexts, useTranslation } from '../../locales/i18n.ts';
import { layoutOf } from '../../machines/selectors/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { useWork } from '../app/app.ts';
import { capacityOf } from './paneCapacity.ts';
import { useRoom } from './room.ts';
import { useAcceptNext } from './useAcceptNext.ts';
import { useSize } from './useSize.ts';

/** Loaded on demand: without open panes the lists need neither panes nor chats. */
export const paneLayer = onDemand(async () => {
  const [{ ShownPanes }] = await Promise.all([import('./ShownPanes.tsx'), loadTexts('conversation')]);
  return { ShownPanes };
});

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

/** One to six panes that share the space. */
export const PaneGrid = memo(function PaneGrid() {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const { single } = useRoom();
  const layout = useSelector(workspace, layoutOf);
  const [box, space] = useSize(usual);
  const capacity = single ? 1 : capacityOf(space, space.fontScale);
  useEffect(() => workspace.send({ type: 'capacity.changed', panes: capacity }), [workspace, capacity]);

  // The workspace machine learns of a smaller screen one event later; fit the panes now so that the same ones stay
  // visible.
  const panes = shownPanes(fitToCapacity(layout, capacity));
  const layer = useOnDemand(paneLayer, panes.length > 0 ? 'now' : 'idle');
  return (
    <section ref={box} className="room-grid" aria-label={t('workspace.panes')}>
      {panes.length === 0 ? (
        <NothingOpen />
      ) : layer ? (
        <layer.ShownPanes panes={panes} layout={layout} space={space} />
      ) : (
        <div className="pane" style={{ position: 'absolute', inset: 0 }}>
          <PartAway of={paneLayer}>
            <SkeletonLines label={t('workspace.pane.loading')} />
          </PartAway>
        </div>
      )}
    </section>
  );
});
