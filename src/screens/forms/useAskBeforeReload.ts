import { useEffect } from 'react';
import { isUsable } from '../../machines/selectors/session.ts';
import { useApp } from '../app/app.ts';

/** Has the browser ask before the page is reloaded or closed while there is unsaved input, unless nobody is signed in. */
export function useAskBeforeReload(isUnsaved: () => boolean): void {
  const { session } = useApp();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved() && isUsable(session.getSnapshot())) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [session, isUnsaved]);
}
