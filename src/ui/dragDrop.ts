import { type DragEvent, useState } from 'react';

/** The data type of dragged items, which distinguishes them from dragged files and text. */
const typeOf = (kind: string) => `application/x-cloudroom-${kind}`;

/** Makes an element the handle of an item; the pointer carries the picture of the `whole` item around it. */
export const dragHandle = (kind: string, id: string, whole: string, offset: number) => ({
  draggable: true,
  onDragStart({ dataTransfer, currentTarget }: DragEvent) {
    dataTransfer.setData(typeOf(kind), id);
    dataTransfer.effectAllowed = 'move';
    const item = currentTarget.closest(whole);
    if (item) dataTransfer.setDragImage(item, offset, offset);
  },
});

/** Makes an element a place where items of this kind are dropped. */
export function useDropTarget(kind: string, onDrop: (id: string) => void) {
  const [over, setOver] = useState(false);
  const carries = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(typeOf(kind));
  return {
    'data-drop': over || undefined,
    onDragOver(event: DragEvent) {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      if (!carries(event)) return;
      event.preventDefault();
      onDrop(event.dataTransfer.getData(typeOf(kind)));
    },
  };
}
