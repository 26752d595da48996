import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';

/**
 * What is typed in a form and not saved; null is nothing. Every form with a field for sentences keeps it so: it survives the
 * component, a reload, a crash and the end of the session.
 */
export function useFormDraft<T>(name: string, shape: z.ZodMiniType<T>): readonly [T | null, (typed: T | null) => void] {
  const forms = useLive(useApp().formDrafts$);
  const stored = useLive(forms.at(name));
  const typed = useMemo(() => {
    const read = stored === null ? null : shape.safeParse(stored);
    return read?.success ? read.data : null;
  }, [stored, shape]);
  return [typed, useCallback((next: T | null) => forms.keep(name, next), [forms, name])];
}

const Text = z.string();

/** The one text of a form, as a draft. */
export function useTextDraft(name: string): readonly [string, (text: string) => void] {
  const [typed, keep] = useFormDraft(name, Text);
  return [typed ?? '', useCallback((text: string) => keep(text === '' ? null : text), [keep])];
}
