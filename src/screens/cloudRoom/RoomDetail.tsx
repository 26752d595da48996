import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { isRestored } from '../../machines/selectors/workspace.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useWork } from '../app/app.ts';
import { createReplyBoxes, ReplyBoxes } from '../chat/replyBoxes.ts';
import { Pane } from './Pane.tsx';
import { RoomContext } from './room.ts';
import { useKnownOrders } from './useKnownOrders.ts';
import { useMessageAnnouncements } from './useNotices.ts';
import { useRoomActions } from './useRoomActions.ts';
import { useRoomKeys } from './useRoomKeys.ts';
import { useSize } from './useSize.ts';
import './cloudRoom.css';

/**
 * One consultation in its own window, for a second screen; drafts, messages and a pending finish are synchronised with
 * the other windows.
 */
export function RoomDetail() {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const [box, space] = useSize({ width: 1100, height: 800 });
  const [boxes] = useState(createReplyBoxes);
  const known = useKnownOrders();
  const { room, open, inUrl } = useRoomActions({ single: false, alone: true, boxes, known });
  const ready = useSelector(workspace, isRestored);
  const [requested, setRequested] = useState<OrderId | null>(null);
  const tile = useMemo(() => ({ left: 0, top: 0, width: space.width, height: space.height }), [space]);
  useEffect(() => {
    if (!ready || inUrl === null || requested === inUrl) return;
    setRequested(inUrl);
    open(inUrl);
  }, [ready, inUrl, requested, open]);
  useMessageAnnouncements(known.open);
  useRoomKeys({ room, known, boxes });

  return (
    <RoomContext value={room}>
      <ReplyBoxes value={boxes}>
        <div ref={box} className="room room-grid" style={{ height: '100%' }}>
          <h1 className="ui-hidden" tabIndex={-1}>
            {t('workspace.pane.alone')}
          </h1>
          {inUrl === null ? (
            <EmptyState
              title={t('workspace.pane.alone')}
              text={t('workspace.pane.aloneText')}
              action={
                <Link className="pane-link" to="/cloudRoom">
                  {t('workspace.pane.toRoom')}
                </Link>
              }
            />
          ) : (
            <Pane
              orderId={inUrl}
              tile={tile}
              place={0}
              among={1}
              columns={1}
              focused
              maximised={false}
              fontScale={space.fontScale}
            />
          )}
        </div>
      </ReplyBoxes>
    </RoomContext>
  );
}
