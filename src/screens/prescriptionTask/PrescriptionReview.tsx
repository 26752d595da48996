import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { openPrescription } from '../../machines/selectors/reviewQueue.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useReview } from '../app/app.ts';
import { PageHeader } from '../app/Page.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useAnswerNotices } from '../questions/useAnswerNotices.ts';
import { QueueNotices } from './QueueNotices.tsx';
import { ReviewPane } from './ReviewPane.tsx';
import { useDecisionNotices } from './UndoBar.tsx';
import './prescriptionTask.css';

/** A single review with its own URL: /prescriptionReview?id= */
export function PrescriptionReview() {
  const { t } = useTranslation();
  const { queue, reviewQueue } = useReview();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('id');
  const { items, state } = useLive(queue.queue);
  const open = useSelector(reviewQueue, openPrescription);
  const item = [...items.values()].find(({ id }) => id === wanted) ?? null;
  const [requested, setRequested] = useState<string | null>(null);
  const isOver = requested === wanted && open?.id !== wanted;
  const isOpen = open !== null && open.id === wanted;
  if (isOpen && requested !== wanted) setRequested(wanted);
  const target = item === null || isOpen || requested === wanted ? null : item;
  useDecisionNotices();
  useAnswerNotices();
  useEffect(() => {
    if (!target) return;
    reviewQueue.send({ type: 'prescription.opened', id: target.id, version: target.version });
    setRequested(target.id);
  }, [reviewQueue, target]);
  // After a decision the next prescription opens by itself, and the address follows it.
  const next = isOver && open !== null ? open.id : null;
  useEffect(() => {
    if (next !== null) setSearch({ id: next }, { replace: true });
  }, [next, setSearch]);
  const back = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isOver && document.activeElement === document.body) back.current?.focus();
  }, [isOver]);
  if (wanted === null) return <Navigate to="/prescriptionTask" replace />;
  return (
    <div className="queue queue-single">
      <PageHeader title={t('reviewing.single')}>
        <Link ref={back} className="page-link" to="/prescriptionTask">
          {t('reviewing.toQueue')}
        </Link>
      </PageHeader>
      {isOpen ? (
        <ReviewPane key={open.id} item={item} />
      ) : isOver ? (
        <EmptyState title={t('reviewing.over')} text={t('reviewing.overText')} />
      ) : item === null && state === 'live' ? (
        <EmptyState title={t('reviewing.notFound')} text={t('reviewing.notFoundText')} />
      ) : item === null && state === 'failed' ? (
        <QueueNotices state={state} empty onRetry={queue.refresh} />
      ) : (
        <Skeleton loading label={t('reviewing.pane.loading')} lines={10} />
      )}
    </div>
  );
}
