import { useCallback, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { isOpen } from '../../domain/paneLayout.ts';
import { readOrderId } from '../../domain/readId.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { consultationOf, layoutOf } from '../../machines/selectors/workspace.ts';
import { useApp, useWork } from '../app/app.ts';
import type { createReplyBoxes } from '../chat/replyBoxes.ts';
import { type Room, writtenByRoom } from './room.ts';
import type { KnownOrders } from './useKnownOrders.ts';

type Needs = {
  readonly single: boolean;
  readonly alone: boolean;
  readonly boxes: ReturnType<typeof createReplyBoxes>;
  readonly known: KnownOrders;
};

/** Actions of rows, panes and shortcuts, with the URL that belongs to each. */
export function useRoomActions({ single, alone, boxes, known }: Needs) {
  const { api, toasts } = useApp();
  const { workspace } = useWork();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const inUrl = readOrderId(params.get('order'));
  const named = useRef(inUrl);
  named.current = inUrl;
  const point = useCallback(
    (orderId: OrderId | null) => setParams(orderId === null ? {} : { order: orderId }, { state: writtenByRoom }),
    [setParams],
  );

  const room = useMemo((): Room => {
    const shown = (orderId: OrderId) => {
      if (single) point(orderId);
      else boxes.focus(orderId);
    };
    return {
      single,
      alone: alone ? inUrl : null,
      back: () => point(null),
      close(orderId) {
        workspace.send({ type: 'consultation.closed', orderId });
        // window.close() works only in a window that the workspace opened.
        if (!alone) return;
        window.close();
        void navigate('/cloudRoom');
      },
      show(order) {
        const { id: orderId, conversationId } = order;
        workspace.send({ type: 'consultation.opened', orderId, conversationId, order });
        shown(orderId);
      },
      accept(order) {
        const looked = consultationOf(order.id)(workspace.getSnapshot());
        workspace.send({ type: 'patient.accepted', order });
        looked?.send({ type: 'accept.requested' });
        shown(order.id);
      },
    };
  }, [single, alone, inUrl, boxes, workspace, point, navigate]);

  /** Opens the order of a URL: an open pane, a listed order, or any order on the platform. */
  const open = useCallback(
    (orderId: OrderId) => {
      if (!alone && isOpen(layoutOf(workspace.getSnapshot()), orderId))
        return workspace.send({ type: 'pane.focused', orderId });
      const show = (order: ConsultOrder) => {
        const { conversationId } = order;
        const type = alone ? 'consultation.shown' : 'consultation.opened';
        workspace.send({ type, orderId, conversationId, order });
      };
      const listed = [...known.running, ...known.waiting].find(({ id }) => id === orderId);
      if (listed) return show(listed);
      const failed = (reason: string) => t('workspace.pane.opening', { reason });
      void api.orderDetail({ id: orderId }, { failed }).then((answer) => {
        // The user has navigated elsewhere in the meantime.
        if (named.current !== orderId) return;
        if (answer.ok && answer.data.status >= OrderStatus.awaiting) return show(answer.data);
        if (answer.ok) toasts.show({ tone: 'danger', text: failed(t('common.state.empty')) });
        setParams({}, { replace: true, state: writtenByRoom });
      });
    },
    [workspace, alone, known, api, toasts, t, setParams],
  );
  return { room, open, inUrl };
}
