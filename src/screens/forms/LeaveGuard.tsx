import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useAskBeforeReload } from './useAskBeforeReload.ts';

type Input = {
  readonly unsaved: boolean;
  /** Deletes the draft of input that survives a reload; null where a reload loses it. */
  readonly discard: (() => void) | null;
};
type Note = (id: string, input: Input) => void;

const Unsaved = createContext<Note | null>(null);

/** Asks before leaving a screen with unsaved input. */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const unsaved = useRef(new Map<string, Input['discard']>());
  const note = useCallback<Note>((id, input) => {
    if (input.unsaved) unsaved.current.set(id, input.discard);
    else unsaved.current.delete(id);
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.current.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useAskBeforeReload(useCallback(() => [...unsaved.current.values()].includes(null), []));
  const leave = () => {
    for (const discard of unsaved.current.values()) discard?.();
    blocker.proceed?.();
  };
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
        onConfirm={leave}
        onCancel={() => blocker.reset?.()}
      >
        {t('shared.leave.text')}
      </ConfirmDialog>
    </Unsaved>
  );
}

/** Marks this part of the screen as having unsaved input; `discard` deletes its draft, where it has one. */
export function useUnsaved(unsaved: boolean, discard: (() => void) | null = null): void {
  const note = useContext(Unsaved);
  const id = useId();
  useEffect(() => {
    note?.(id, { unsaved, discard });
    return () => note?.(id, { unsaved: false, discard: null });
  });
}
