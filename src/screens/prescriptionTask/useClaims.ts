import { useEffect, useMemo, useState } from 'react';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { isFree, isLeasedBy, type ReviewInput, type ShownRow } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { ClaimRefusal } from '../../streams/claims.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';
import { useApp, useReview } from '../app/app.ts';

/** Says who holds a prescription that could not be claimed, or why its claim ended. */
function useRefusalText(numbers: ReadonlyMap<PrescriptionId, string>) {
  const { t } = useTranslation();
  return ({ id, holderName, message }: ClaimRefusal) => {
    const number = numbers.get(id) ?? '';
    if (holderName) return t('reviewing.claims.heldBy', { number, name: holderName });
    return message
      ? t('reviewing.claims.refused', { number, reason: message })
      : t('reviewing.claims.ended', { number });
  };
}

type Given = { readonly list: PrescriptionQueue; readonly rows: readonly ShownRow[]; readonly now: number };

/** The prescriptions that this reviewer has selected to claim, and those that they hold. */
export function useClaims({ list, rows, now }: Given) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { owner, claims, reviewQueue } = useReview();
  const me = owner.userId;
  const [chosen, setChosen] = useState<ReadonlySet<PrescriptionId>>(new Set());
  const [isClaiming, setIsClaiming] = useState(false);
  /** Numbers of what is or was claimed here, also after it has left the queue. */
  const [numbers] = useState(() => new Map<PrescriptionId, string>());
  const explain = useRefusalText(numbers);
  const selected = useMemo(
    () => rows.flatMap(({ item, left }) => (left === null && chosen.has(item.id) && isFree(item, now) ? [item] : [])),
    [rows, chosen, now],
  );
  const mine = useMemo(
    () => [...list.items.values()].filter((item) => isLeasedBy(item, me, now)),
    [list.items, me, now],
  );

  for (const { id, prescriptionNo } of mine) numbers.set(id, prescriptionNo);
  const tell = (refused: readonly ClaimRefusal[]) =>
    toasts.show({
      tone: 'warning',
      text: refused.map(explain).join(' '),
      action: { label: t('reviewing.pane.openNext'), run: () => reviewQueue.send({ type: 'next.requested' }) },
      lastsMs: 12_000,
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tell` differs at each render, and only its latest texts matter.
  useEffect(() => {
    const lost = claims.lost$.subscribe((one) => tell([one]));
    return () => lost.unsubscribe();
  }, [claims, t]);

  return {
    selected,
    mine,
    isClaiming,
    /** How many more this reviewer may claim. */
    room: Math.max(0, limits.claimsAtOnce - mine.length),
    toggle(id: PrescriptionId) {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
    },
    clear: () => setChosen(new Set()),
    async claim(which: readonly AuditItem[]) {
      setIsClaiming(true);
      for (const { id, prescriptionNo } of which) numbers.set(id, prescriptionNo);
      const refused = await claims.claim(which.map(({ id, version }) => ({ id, version })));
      setIsClaiming(false);
      setChosen(new Set());
      if (refused.length > 0) tell(refused);
    },
    async release(which: ReviewInput) {
      if (await claims.release(which)) return;
      toasts.show({
        tone: 'danger',
        text: t('reviewing.claims.releaseFailed', { number: numbers.get(which.id) ?? '' }),
      });
    },
  };
}
export type QueueClaims = ReturnType<typeof useClaims>;
