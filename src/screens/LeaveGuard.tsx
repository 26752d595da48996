import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from '../locales/i18n.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useAskBeforeReload } from './useAskBeforeReload.ts';

type Note = (id: string, unsaved: boolean) => void;

const Unsaved = createContext<Note | null>(null);

/** Asks before leaving a screen with unsaved input. */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const unsaved = useRef(new Set<string>());
  const note = useCallback<Note>((id, isUnsaved) => {
    if (isUnsaved) unsaved.current.add(id);
    else unsaved.current.delete(id);
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.current.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useAskBeforeReload(useCallback(() => unsaved.current.size > 0, []));
  return (
    <Unsaved value={note}>
      {children}
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title={t('shared.leave.title')}
        confirmLabel={t('shared.leave.leave')}
        cancelLabel={t('shared.leave.stay')}
        closeLabel={t('common.actions.close')}
        tone="danger"
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        {t('shared.leave.text')}
      </ConfirmDialog>
    </Unsaved>
  );
}

/** Marks this part of the screen as having unsaved input. */
export function useUnsaved(unsaved: boolean): void {
  const note = useContext(Unsaved);
  const id = useId();
  useEffect(() => {
    note?.(id, unsaved);
    return () => note?.(id, false);
  }, [note, id, unsaved]);
}
