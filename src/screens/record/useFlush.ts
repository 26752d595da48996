import { useEffect, useRef } from 'react';
import type { RecordActor } from '../../machines/record.ts';

const isSave = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's';

/** Saves what was typed at once when the person turns to something else: leaves a field, the panel or the page, or asks for it. */
export function useFlush(record: RecordActor) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const flush = () => record.send({ type: 'save.requested' });
    const scope = new AbortController();
    const heard = { signal: scope.signal };
    document.addEventListener('visibilitychange', () => document.hidden && flush(), heard);
    window.addEventListener('pagehide', flush, heard);
    document.addEventListener(
      'keydown',
      (event) => {
        const target = event.target instanceof Node ? event.target : null;
        if (!isSave(event) || !panel.current?.contains(target)) return;
        event.preventDefault();
        flush();
      },
      heard,
    );
    return () => {
      scope.abort();
      flush();
    };
  }, [record]);
  return { panel, flush: () => record.send({ type: 'save.requested' }) };
}
