import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { Diagnosis } from '../../../contract/shared.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { filledIn } from '../../domain/rxLines.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import type { RecordActor } from '../../machines/record.ts';
import { checkedOf, draftOf, orderIdOf } from '../../machines/selectors/prescription.ts';
import { openDiagnosesIn } from '../../machines/selectors/record.ts';
import { useApp } from '../app/app.ts';
import { useQuery } from '../lists/usePages.ts';

const none: readonly Diagnosis[] = [];

/** Diagnoses of the record: from the open form, otherwise the stored ones. */
function useRecordDiagnoses(record: RecordActor | null, prescription: PrescriptionActor): readonly Diagnosis[] {
  const { api } = useApp();
  const orderId = useSelector(prescription, orderIdOf);
  const written = useSelector(record ?? undefined, openDiagnosesIn);
  const stored = useQuery(
    useCallback(
      async (signal: AbortSignal) =>
        record ? { ok: true as const, data: null } : api.getCase({ orderId }, { signal, quiet: true }),
      [api, orderId, record],
    ),
  );
  return written ?? (stored.state === 'ready' ? (stored.data?.diagnosisList ?? none) : none);
}

/** Pharmacies of the hospital, the default one first. */
export function useWarehouses() {
  const { api } = useApp();
  return useQuery(useCallback((signal: AbortSignal) => api.listWarehouses({}, { signal, quiet: true }), [api]));
}

/** The draft with default values filled in, and how to change it. */
export function useDraft(prescription: PrescriptionActor, record: RecordActor | null) {
  const draft = useSelector(prescription, draftOf);
  const checked = useSelector(prescription, checkedOf);
  const diagnoses = useRecordDiagnoses(record, prescription);
  const warehouses = useWarehouses();
  const listed = warehouses.state === 'ready' ? warehouses.data : null;
  const usual = (listed?.find(({ isDefault }) => isDefault) ?? listed?.[0])?.id ?? null;
  const fill = useCallback(
    (written: RxDraft) => filledIn(written, { warehouseId: usual, diagnoses, hits: checked?.hits ?? [] }),
    [usual, diagnoses, checked],
  );
  const change = useCallback(
    (edit: (draft: RxDraft) => RxDraft) => {
      const now = draftOf(prescription.getSnapshot());
      prescription.send({ type: 'draft.changed', draft: edit(fill(now)) });
    },
    [prescription, fill],
  );
  /** Stores the default values in the draft before it is sent. */
  const storeDefaults = useCallback((): RxDraft => {
    const now = draftOf(prescription.getSnapshot());
    const filled = fill(now);
    if (filled !== now) prescription.send({ type: 'draft.changed', draft: filled });
    return filled;
  }, [prescription, fill]);
  return { draft: useMemo(() => fill(draft), [fill, draft]), diagnoses, warehouses, change, storeDefaults };
}

export type DraftUse = ReturnType<typeof useDraft>;
