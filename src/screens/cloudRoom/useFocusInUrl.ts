import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import type { OrderId } from '../../../contract/ids.ts';
import { isOpen } from '../../domain/desk.ts';
import { deskOf, focusedOrder } from '../../machines/workspace.ts';
import { useWork } from '../app.ts';
import { isWrittenByRoom, writtenByRoom } from './room.ts';

type Needs = {
  /** A pane at a time: the address alone tells whether the list or a pane is shown. */
  readonly single: boolean;
  /** The size of the screen is known. */
  readonly measured: boolean;
  readonly open: (orderId: OrderId) => void;
};

/**
 * Keeps the focused consultation and the address in step, so that back, forward and reload come to the same place. Only
 * what the person does moves the address; a message in the background never does. The address follows the room some time
 * later, when the pane it names may be closed already: only an address that the room has not written itself opens a pane.
 */
export function useFocusInUrl({ single, measured, open }: Needs): void {
  const { workspace } = useWork();
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const isOwn = useNavigationType() !== 'POP' && isWrittenByRoom(state);
  const focused = useSelector(workspace, focusedOrder);
  const restored = useSelector(workspace, (s) => s.matches('open'));
  const ready = measured && restored;
  const inUrl = params.get('order') as OrderId | null;
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
    else if (inUrl !== null && !isOpen(deskOf(workspace.getSnapshot()), inUrl)) write(null, true);
  }, [ready, key, isOwn, inUrl, focused, single, open, setParams, workspace]);
}
