import { useEffect, useMemo, useRef } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { createRemovals, type Removal } from '../../streams/removals.ts';
import { Button } from '../../ui/Button.tsx';
import { useLive } from '../hooks/useLive.ts';

/** Deletes after a delay in which it can be undone; leaving the screen deletes at once. */
export function useRemovals<Id>(remove: (id: Id) => Promise<Answer<unknown>>, changed: () => void) {
  const latest = useRef({ remove, changed });
  useEffect(() => {
    latest.current = { remove, changed };
  });
  const removing = useMemo(
    () =>
      createRemovals<Id>({
        remove: (id) => latest.current.remove(id),
        changed: () => latest.current.changed(),
        undoMs: limits.undoMs,
      }),
    [],
  );
  useEffect(() => {
    window.addEventListener('pagehide', removing.carryOutAll);
    return () => {
      window.removeEventListener('pagehide', removing.carryOutAll);
      removing.carryOutAll();
    };
  }, [removing]);
  const pending = useLive(removing.pending$);
  return { remove: removing.remove, undo: removing.undo, of: (id: Id) => pending.get(id) ?? null };
}

type Props = { readonly text: string; readonly removal: Removal; readonly onUndo: () => void };

/** Replaces a deleted row while deleting can be undone. */
export function RemovedRow({ text, removal, onUndo }: Props) {
  const { t } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => row.current?.querySelector('button')?.focus(), []);
  const failed = removal.state === 'failed';
  return (
    <li ref={row} data-removed="">
      <p role={failed ? 'alert' : 'status'}>
        {failed ? `${t('settings.notDeleted')} ${removal.failure.message}` : text}
      </p>
      <Button size="sm" look="outline" disabled={removal.state === 'removing'} onClick={onUndo}>
        {failed ? t('common.actions.dismiss') : t('common.actions.undo')}
      </Button>
    </li>
  );
}
