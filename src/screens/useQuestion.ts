import { useMemo } from 'react';
import { type Answered, type Question, question } from '../streams/question.ts';
import { useLive } from './useLive.ts';

type Asking<T> = Answered<T> & Pick<Question<T>, 'again' | 'refresh'>;

/** One read from the platform, asked anew when `ask` changes: keep it stable with useCallback. */
export function useQuestion<T>(ask: Parameters<typeof question<T>>[0]): Asking<T> {
  const { answer$, again, refresh } = useMemo(() => question(ask), [ask]);
  return { ...useLive(answer$), again, refresh };
}
