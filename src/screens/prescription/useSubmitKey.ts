import { type RefObject, useEffect, useRef } from 'react';

/** Ctrl+Shift+Enter submits while the focus is in the form; only the form in use answers, however many are open. */
export function useSubmitKey(form: RefObject<HTMLElement | null>, submit: () => void): void {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    const scope = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        const target = event.target instanceof Node ? event.target : null;
        if (event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
        if (!form.current?.contains(target)) return;
        event.preventDefault();
        latest.current();
      },
      { signal: scope.signal, capture: true },
    );
    return () => scope.abort();
  }, [form]);
}
