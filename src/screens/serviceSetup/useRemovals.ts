import { useEffect, useMemo, useRef } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { Answer } from '../../../contract/operation.ts';
import { removals } from '../../streams/removals.ts';
import { useLive } from '../useLive.ts';

/** Deleting with some seconds to take it back. Leaving the screen makes it final. */
export function useRemovals<Id>(remove: (id: Id) => Promise<Answer<unknown>>, removed: () => void) {
  const latest = useRef({ remove, removed });
  useEffect(() => {
    latest.current = { remove, removed };
  });
  const removing = useMemo(
    () =>
      removals<Id>({
        remove: (id) => latest.current.remove(id),
        removed: () => latest.current.removed(),
        undoMs: limits.undoMs,
      }),
    [],
  );
  useEffect(() => {
    window.addEventListener('pagehide', removing.settle);
    return () => {
      window.removeEventListener('pagehide', removing.settle);
      removing.settle();
    };
  }, [removing]);
  const pending = useLive(removing.pending$);
  return { remove: removing.remove, undo: removing.undo, of: (id: Id) => pending.get(id) ?? null };
}
