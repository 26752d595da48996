import type { OrderId } from '../../../contract/ids.ts';
import { readOrderId } from '../../domain/readId.ts';
import { layoutOf } from '../../machines/selectors/workspace.ts';
import { dragHandle, useDropTarget } from '../../ui/dragDrop.ts';
import { useWork } from '../app/app.ts';

/** Drag handle of a pane; without a pointer the menu of the pane does the same. */
export const paneGrip = (orderId: OrderId) => dragHandle('pane', orderId, '.pane', 24);

/** Drop target of a pane: the dragged pane takes its place. */
export function usePaneDrop(orderId: OrderId) {
  const { workspace } = useWork();
  return useDropTarget('pane', (id) => {
    const dragged = readOrderId(id);
    const to = layoutOf(workspace.getSnapshot()).panes.findIndex((pane) => pane.orderId === orderId);
    if (dragged !== null && dragged !== orderId && to >= 0)
      workspace.send({ type: 'pane.moved', orderId: dragged, to });
  });
}
