import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OrderId } from '../../../contract/ids.ts';
import { isOpen } from '../../domain/desk.ts';
import { deskOf, focusedOrder } from '../../machines/workspace.ts';
import { useWork } from '../app.ts';

type Needs = {
  /** A pane at a time: the address alone tells whether the list or a pane is shown. */
  readonly single: boolean;
  /** The size of the screen is known. */
  readonly measured: boolean;
  readonly open: (orderId: OrderId) => void;
};

/**
 * Keeps the focused consultation and the address in step, so that back, forward and reload come to the same place. Only
 * what the person does moves the address; a message in the background never does.
 */
export function useFocusInUrl({ single, measured, open }: Needs): void {
  const { workspace } = useWork();
  const [params, setParams] = useSearchParams();
  const focused = useSelector(workspace, focusedOrder);
  const restored = useSelector(workspace, (s) => s.matches('open'));
  const ready = measured && restored;
  const inUrl = params.get('order') as OrderId | null;
  const before = useRef<{ inUrl: OrderId | null; focused: OrderId | null }>({ inUrl: null, focused: null });

  useEffect(() => {
    if (!ready) return;
    const urlMoved = inUrl !== before.current.inUrl;
    const focusMoved = focused !== before.current.focused;
    before.current = { inUrl, focused };
    if (inUrl === focused) return;
    if (urlMoved && inUrl !== null) return open(inUrl);
    if (!focusMoved) return;
    if (!single) setParams(focused === null ? {} : { order: focused }, { replace: inUrl === null || focused === null });
    else if (inUrl !== null && !isOpen(deskOf(workspace.getSnapshot()), inUrl)) setParams({}, { replace: true });
  }, [ready, inUrl, focused, single, open, setParams, workspace]);
}
