import { useMemo } from 'react';
import { type Answered, question } from '../streams/question.ts';
import { useLive } from './useLive.ts';

/** One read from the platform, asked anew when `ask` changes: keep it stable with useCallback. */
export function useQuestion<T>(ask: Parameters<typeof question<T>>[0]): Answered<T> & { readonly again: () => void } {
  const asked = useMemo(() => question(ask), [ask]);
  return { ...useLive(asked.answer$), again: asked.again };
}
