import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { ReviewQuestion } from '../../../contract/extension/reviewQuestions.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { nothing$ } from '../../streams/live.ts';
import { useReview } from '../app/app.ts';
import type { Asking, OpenThread } from '../app/reviewerServices.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLanguageChange } from '../hooks/useLocale.ts';

type Thread = {
  /** Null until they have loaded. */
  readonly questions: readonly ReviewQuestion[] | null;
  readonly failed: boolean;
  readonly reload: () => void;
  readonly asking: Asking | null;
};

const ThreadContext = createContext<Thread | null>(null);

type Props = { readonly id: PrescriptionId; readonly children: ReactNode };

/** The questions about the prescription in review, kept up to date, and the one being written. */
export function ThreadProvider({ id, children }: Props) {
  const { questions: service } = useReview();
  const [open, setOpen] = useState<OpenThread | null>(null);
  useEffect(() => {
    const opened = service.openThread(id);
    setOpen(opened);
    return opened.close;
  }, [service, id]);
  const list = useLive(open?.list$ ?? nothing$);
  const asking = useLive(useMemo(() => service.asking(id), [service, id]));
  useLanguageChange(() => open?.refresh());
  const thread = useMemo((): Thread => {
    const isLoaded = list?.state === 'live' || list?.state === 'stale';
    const questions = isLoaded ? list.questions : null;
    return { questions, failed: list?.state === 'failed', reload: () => open?.refresh(), asking };
  }, [list, open, asking]);
  return <ThreadContext value={thread}>{children}</ThreadContext>;
}

/** The questions about the prescription in review; null outside of one. */
export const useThread = (): Thread | null => useContext(ThreadContext);

/** Whether somebody has asked about the prescription in review. */
export const useIsAsked = (): boolean => (useThread()?.questions?.length ?? 0) > 0;
