import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import type { ReviewQuestion } from '../../../contract/extension/reviewQuestions.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import type { QueryState } from '../../streams/query.ts';
import { type Asking, useApp, useReview } from '../app.ts';
import { useLive } from '../useLive.ts';
import { useLanguageChange } from '../useLocale.ts';
import { useQuery } from '../usePages.ts';

type Thread = {
  readonly result: QueryState<ReviewQuestion[]> & { reload(): void };
  readonly asking: Asking | null;
};

const ThreadContext = createContext<Thread | null>(null);

type Props = {
  readonly id: PrescriptionId;
  /** When the prescription last changed in the queue: the thread is loaded again then, also after a lost push. */
  readonly changedAt: number | null;
  readonly children: ReactNode;
};

/** The thread of questions about the prescription in review, kept up to date, and the question being written. */
export function ThreadProvider({ id, changedAt, children }: Props) {
  const { api } = useApp();
  const { questions } = useReview();
  const result = useQuery(useCallback((signal) => api.listReviewQuestions({ id }, { signal, quiet: true }), [api, id]));
  const asking = useLive(useMemo(() => questions.asking(id), [questions, id]));
  const { refresh } = result;
  const latest = useRef(refresh);
  latest.current = refresh;
  const loadedFor = useRef(changedAt);
  useEffect(() => {
    if (loadedFor.current === changedAt) return;
    loadedFor.current = changedAt;
    latest.current();
  }, [changedAt]);
  useEffect(() => {
    const subscription = questions.changed$.subscribe(({ prescriptionId }) => {
      if (prescriptionId === id) latest.current();
    });
    return () => subscription.unsubscribe();
  }, [questions, id]);
  useLanguageChange(() => latest.current());
  return <ThreadContext value={useMemo(() => ({ result, asking }), [result, asking])}>{children}</ThreadContext>;
}

/** The thread of the prescription in review; null outside of one. */
export const useThread = (): Thread | null => useContext(ThreadContext);
