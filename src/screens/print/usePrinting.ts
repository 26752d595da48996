import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const onPaper = () => window.matchMedia?.('print').matches ?? false;
let printing = false;

/** Browsers print the page as it is when `beforeprint` returns, so it must be rendered synchronously. */
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

/** Whether the page is being printed, by the button, a shortcut or the browser's menu. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing || onPaper());
