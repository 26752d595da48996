import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { Review } from '../../machines/review.ts';
import { useReview } from '../app.ts';
import { useTicking } from '../useTicking.ts';

/**
 * Who else holds the prescription of a review that is not held here; null when nobody does. The platform's refusal says so
 * first, and from then on the queue (`item`) does.
 */
export function useHolderName(review: Review, item: AuditItem | null): string | null {
  const { owner } = useReview();
  const refused = useSelector(review, (s) => s.context.holderName);
  const isHeld = useSelector(review, (s) => s.context.lease !== null);
  const [atRefusal, setAtRefusal] = useState({ isHeld, refused, item });
  if (atRefusal.isHeld !== isHeld || atRefusal.refused !== refused) setAtRefusal({ isHeld, refused, item });
  const holder = item?.holder ?? null;
  const isAlive = useTicking((now) => holder !== null && holder.leaseUntil > now);
  if (item === null || item === atRefusal.item) return refused;
  return holder && isAlive && holder.id !== owner.userId ? holder.name : null;
}
