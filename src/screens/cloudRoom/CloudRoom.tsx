import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { isOpen, shownPanes } from '../../domain/paneLayout.ts';
import { readOrderId } from '../../domain/readId.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { focusedOrder, isRestored, layoutOf } from '../../machines/selectors/workspace.ts';
import { Splitter } from '../../ui/Splitter.tsx';
import { useApp, useWork } from '../app/app.ts';
import { createReplyBoxes, ReplyBoxes } from '../chat/replyBoxes.ts';
import { KeptInputOf, keptInputs } from '../forms/useKept.ts';
import { useLive } from '../hooks/useLive.ts';
import { Declining } from './AwaitingList.tsx';
import { PaneGrid } from './PaneGrid.tsx';
import { fontScale, PatientLists } from './PatientLists.tsx';
import { isWrittenByRoom, RoomContext, type RowPlace, writtenByRoom } from './room.ts';
import { useKnownOrders } from './useKnownOrders.ts';
import {
  useArrivalAnnouncements,
  useLostOutboxToast,
  useLostRaceToasts,
  useMessageAnnouncements,
  useRejectionToasts,
} from './useNotices.ts';
import { useRoomActions } from './useRoomActions.ts';
import { useRoomKeys } from './useRoomKeys.ts';
import { useSize } from './useSize.ts';
import './cloudRoom.css';

type Needs = {
  /** One part at a time (phones): the URL decides whether the list or a pane is shown. */
  readonly single: boolean;
  /** True once the size of the screen is known. */
  readonly measured: boolean;
  readonly open: (orderId: OrderId) => void;
};

/**
 * Synchronises the focused consultation and the URL, so that back, forward and reload work. Only user actions change
 * the URL, never background messages. URLs that the room wrote itself open no pane, because they arrive late and may
 * name a pane that has been closed.
 */
export function useFocusInUrl({ single, measured, open }: Needs): void {
  const { workspace } = useWork();
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const isOwn = useNavigationType() !== 'POP' && isWrittenByRoom(state);
  const focused = useSelector(workspace, focusedOrder);
  const restored = useSelector(workspace, isRestored);
  const ready = measured && restored;
  const inUrl = readOrderId(params.get('order'));
  const before = useRef<{ key: string | null; focused: OrderId | null }>({ key: null, focused: null });

  useEffect(() => {
    if (!ready) return;
    const urlMoved = key !== before.current.key;
    const focusMoved = focused !== before.current.focused;
    before.current = { key, focused };
    if (inUrl === focused) return;
    if (urlMoved && !isOwn && inUrl !== null) return open(inUrl);
    const isOutdated = urlMoved && (isOwn || inUrl === null);
    if (!focusMoved && !isOutdated) return;
    const write = (order: OrderId | null, replace: boolean) =>
      setParams(order === null ? {} : { order }, { replace, state: writtenByRoom });
    if (!single) write(focused, isOutdated || inUrl === null || focused === null);
    else if (inUrl !== null && !isOpen(layoutOf(workspace.getSnapshot()), inUrl)) write(null, true);
  }, [ready, key, isOwn, inUrl, focused, single, open, setParams, workspace]);
}

/** Width in pixels, at the usual font, below which lists and panes take turns. */
const singleBelow = 640;
const list = { usual: 288, narrow: 244, min: 220, max: 420 } as const;

/** Widths of the lists in pixels, which grow with the font as the names in them do, up to a third of the room. */
function listWidths(width: number, scale: number) {
  const widest = Math.max(list.max, width / 3);
  const scaled = (px: number) => Math.min(px * scale, widest);
  return { usual: scaled(width < 1100 ? list.narrow : list.usual), min: scaled(list.min), max: scaled(list.max) };
}

/** The doctor's workspace: waiting patients, running consultations and up to six panes side by side. */
export function CloudRoom() {
  const { t } = useTranslation();
  const work = useWork();
  const { workspace, awaiting } = work;
  const lists = keptInputs(work, useApp().api)('lists');
  const [declined, setDeclined] = useState<ConsultOrder | null>(null);
  const [box, { width, measured }] = useSize({ width: 1344, height: 852 });
  const scale = useMemo(() => (width > 0 ? fontScale() : 1), [width]);
  const single = width < singleBelow * scale;
  const [boxes] = useState(createReplyBoxes);
  const layout = useSelector(workspace, layoutOf);
  const { state } = useLive(awaiting.list);
  const known = useKnownOrders();
  const { room, open, inUrl } = useRoomActions({ single, alone: false, boxes, known });
  const places = useMemo(() => {
    const onScreen = shownPanes(layout);
    return new Map<string, RowPlace>(
      layout.panes.map((pane) => [pane.orderId, onScreen.includes(pane) ? 'grid' : 'minimised']),
    );
  }, [layout]);
  const placeOf = useCallback((id: string) => places.get(id) ?? null, [places]);

  useFocusInUrl({ single, measured, open });
  useArrivalAnnouncements(known.waiting, state === 'live');
  useMessageAnnouncements(known.open);
  useLostRaceToasts();
  useLostOutboxToast();
  useRejectionToasts(known, room);
  useRoomKeys({ room, known, boxes });
  useEffect(() => workspace.send({ type: 'room.entered' }), [workspace]);

  const { usual, min, max } = listWidths(width, scale);
  const size = Math.max(min, Math.min(layout.sizes.lists ?? usual, max));
  // Each part keeps its position in the React tree at every width, so that resizing the window remounts no chat.
  const listsShown = !single || inUrl === null;
  const panesShown = !single || inUrl !== null;
  return (
    <RoomContext value={room}>
      <ReplyBoxes value={boxes}>
        <div ref={box} className="room" data-single={single || undefined}>
          <h1 className="ui-hidden" tabIndex={-1}>
            {t('workspace.title')}
          </h1>
          {listsShown ? (
            <div className="room-lists" id="room-lists" style={single ? undefined : { width: size }}>
              <KeptInputOf value={lists}>
                <PatientLists known={known} focused={layout.focused} placeOf={placeOf} onDecline={setDeclined} />
              </KeptInputOf>
            </div>
          ) : null}
          {single ? null : (
            <Splitter
              label={t('workspace.pane.listSize')}
              controls="room-lists"
              pane="before"
              size={size}
              min={min}
              max={max}
              usual={usual}
              onSize={(px) => workspace.send({ type: 'splitter.moved', sizes: { lists: px } })}
            />
          )}
          {panesShown ? <PaneGrid /> : null}
          <Declining order={declined} onClose={() => setDeclined(null)} />
        </div>
      </ReplyBoxes>
    </RoomContext>
  );
}
