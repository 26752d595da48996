import { useMemo } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { type DraftKind, draftKey, type TabCopy } from '../../domain/drafts.ts';
import { useWork } from '../app/app.ts';
import { useLive } from './useLive.ts';

/** What the tabs of this person wrote into a draft on this device, and how to delete one of the texts. */
export function useCopies(kind: DraftKind, orderId: OrderId) {
  const { drafts } = useWork();
  const key = draftKey(kind, orderId);
  const copies = useLive(useMemo(() => drafts.copies(key), [drafts, key]));
  return { copies, drop: (copy: TabCopy) => drafts.drop(key, copy) };
}
