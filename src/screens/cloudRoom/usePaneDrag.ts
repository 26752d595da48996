import { type DragEvent, useState } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { readOrderId } from '../../domain/readId.ts';
import { deskOf } from '../../machines/workspace.ts';
import { useWork } from '../app.ts';

/** Data type of dragged panes, which distinguishes them from dragged files and text. */
const carried = 'application/x-cloudroom-pane';
const carriesPane = (event: DragEvent) => event.dataTransfer.types.includes(carried);

/** Drag handle of a pane; without a pointer the menu of the pane does the same. */
export const paneGrip = (orderId: OrderId) => ({
  draggable: true,
  onDragStart(event: DragEvent) {
    event.dataTransfer.setData(carried, orderId);
    event.dataTransfer.effectAllowed = 'move';
    const pane = event.currentTarget.closest('.pane');
    if (pane) event.dataTransfer.setDragImage(pane, 24, 24);
  },
});

/** Drop target of a pane: the dragged pane takes its place. */
export function usePaneDrop(orderId: OrderId) {
  const { workspace } = useWork();
  const [over, setOver] = useState(false);
  return {
    'data-drop': over || undefined,
    onDragOver(event: DragEvent) {
      if (!carriesPane(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      if (!carriesPane(event)) return;
      event.preventDefault();
      const dragged = readOrderId(event.dataTransfer.getData(carried));
      const to = deskOf(workspace.getSnapshot()).panes.findIndex((pane) => pane.orderId === orderId);
      if (dragged !== null && dragged !== orderId && to >= 0)
        workspace.send({ type: 'pane.moved', orderId: dragged, to });
    },
  };
}
