/** A file that is dropped beside its place would be opened in the place of the page, with all that is typed there. */
export function keepStrayFilesOut(page: Window): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
  return () => {
    page.removeEventListener('dragover', refuse);
    page.removeEventListener('drop', refuse);
  };
}
