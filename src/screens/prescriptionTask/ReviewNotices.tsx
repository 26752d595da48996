import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { removalOf } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import {
  hasLease,
  haveFindingsChanged,
  hindranceOf,
  holderNameOf,
  materialOf,
  reviewedId,
  reviewMessageOf,
} from '../../machines/selectors/review.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useReview } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { useLive } from '../hooks/useLive.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { useRemovalText } from './QueueNotices.tsx';

/**
 * The colleague who holds the lease of this prescription, or null: the name in the platform's refusal, and after the
 * next change of the queue the holder of `item`.
 */
function useHolderName(review: Review, item: AuditItem | null): string | null {
  const { owner } = useReview();
  const refused = useSelector(review, holderNameOf);
  const isLeased = useSelector(review, hasLease);
  const [atRefusal, setAtRefusal] = useState({ isLeased, refused, item });
  if (atRefusal.isLeased !== isLeased || atRefusal.refused !== refused) setAtRefusal({ isLeased, refused, item });
  const holder = item?.holder ?? null;
  const isAlive = useTicking((now) => holder !== null && holder.leaseUntil > now);
  if (item === null || item === atRefusal.item) return refused;
  return holder && isAlive && holder.id !== owner.userId ? holder.name : null;
}

type Props = {
  readonly review: Review;
  /** The row in the queue, while there is one. */
  readonly item: AuditItem | null;
};

/** How the prescription left the queue, by whom and when; null if unknown. */
function useRemoval(id: PrescriptionId): string | null {
  const { queue } = useReview();
  const text = useRemovalText();
  const left = removalOf(id, useLive(queue.queue).removed);
  return left.why === 'gone' ? null : text(left);
}

/** What prevents a decision: a colleague's lease, a lost lease, or a prescription that is gone. */
export function ReviewNotices({ review, item }: Props) {
  const { t } = useTranslation();
  const hindrance = useSelector(review, hindranceOf);
  const message = useSelector(review, reviewMessageOf);
  const isFound = useSelector(review, materialOf) !== null;
  const haveChanged = useSelector(review, haveFindingsChanged);
  const holderName = useHolderName(review, item);
  const removal = useRemoval(reviewedId(review.getSnapshot()));
  const { reviewQueue } = useReview();
  const retryButton = (label: string): ReactNode => (
    <Button size="sm" look="outline" tone="neutral" onClick={() => review.send({ type: 'retry.requested' })}>
      {label}
    </Button>
  );
  const close = (
    <Button size="sm" look="outline" tone="neutral" onClick={() => review.send({ type: 'review.closed' })}>
      {t('reviewing.pane.back')}
    </Button>
  );
  const next = (
    <Button size="sm" onClick={() => reviewQueue.send({ type: 'next.requested' })}>
      {t('reviewing.pane.openNext')}
    </Button>
  );
  const isNew = message && message !== t('reviewing.pane.lostTitle');
  const reason = isNew ? t('reviewing.pane.reason', { reason: message }) : null;
  if (hindrance === 'takenByAnother')
    return (
      <Notice
        tone="warning"
        urgent
        title={
          holderName === null
            ? t('reviewing.pane.freeTitle')
            : holderName
              ? t('reviewing.pane.takenTitle', { name: holderName })
              : t('reviewing.pane.takenTitleUnknown')
        }
        actions={
          <>
            {holderName === null ? null : next}
            {retryButton(holderName === null ? t('reviewing.pane.take') : t('reviewing.pane.lookAgain'))}
            {close}
          </>
        }
      >
        {holderName === null ? t('reviewing.pane.freeText') : t('reviewing.pane.takenText')}
      </Notice>
    );
  if (hindrance === 'lost')
    return (
      <Notice
        tone="warning"
        urgent
        title={holderName ? t('reviewing.pane.lostToTitle', { name: holderName }) : t('reviewing.pane.lostTitle')}
        actions={
          <>
            {holderName ? next : null}
            {retryButton(holderName ? t('reviewing.pane.lookAgain') : t('reviewing.pane.takeAgain'))}
            {close}
          </>
        }
      >
        {joined('sentences', [holderName ? t('reviewing.pane.lostToText') : t('reviewing.pane.lostText'), reason])}
      </Notice>
    );
  if (hindrance === 'gone')
    return (
      <Notice
        tone="warning"
        urgent
        title={t('reviewing.pane.goneTitle')}
        actions={
          <>
            {next}
            {close}
          </>
        }
      >
        {joined('sentences', [removal, reason])}
      </Notice>
    );
  if (hindrance === 'unreachable')
    return (
      <Notice
        tone="danger"
        urgent
        title={t('reviewing.pane.unreachable')}
        actions={retryButton(t('common.actions.retry'))}
      >
        {t('reviewing.pane.unreachableText')}
      </Notice>
    );
  if (hindrance === 'unconfirmed')
    return (
      <Notice tone="warning" urgent title={t('reviewing.unconfirmed')} actions={retryButton(t('reviewing.askNow'))} />
    );
  if (!isFound) return <Skeleton loading label={t('reviewing.pane.loading')} lines={10} />;
  return (
    <>
      {haveChanged ? <Notice tone="warning" urgent title={t('reviewing.pane.findingsChanged')} /> : null}
      {message ? <Notice tone="danger" urgent title={t('reviewing.refused', { reason: message })} /> : null}
    </>
  );
}
