import { ownDragType } from '../domain/attachedFiles.ts';

/**
 * Prevents a file dropped outside a drop zone from replacing the page and losing what was typed. Browsers offer a picture
 * of the page as a file too, so what is dragged from here is marked and no drop zone takes it.
 */
export function keepStrayFilesOut(page: Window): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  const mark = ({ dataTransfer }: DragEvent) => dataTransfer?.setData(ownDragType, 'own');
  page.addEventListener('dragstart', mark);
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
  return () => {
    page.removeEventListener('dragstart', mark);
    page.removeEventListener('dragover', refuse);
    page.removeEventListener('drop', refuse);
  };
}
