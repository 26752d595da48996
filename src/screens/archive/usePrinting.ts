import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const onPaper = () => window.matchMedia?.('print').matches ?? false;
let printing = false;

/** Browsers take the page as it stands when the event ends, so it has to be drawn for paper before that. */
function subscribe(changed: () => void): () => void {
  const media = window.matchMedia?.('print');
  const set = (next: boolean) => () => {
    printing = next;
    flushSync(changed);
  };
  const [begin, end] = [set(true), set(false)];
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  media?.addEventListener?.('change', changed);
  return () => {
    printing = false;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    media?.removeEventListener?.('change', changed);
  };
}

/** Whether the page is being drawn for paper, however that was asked for: by the button, the keys or the browser's menu. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing || onPaper());
