import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { SnapshotFrom } from 'xstate';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { Diagnosis } from '../../../contract/shared.ts';
import { issuedLineKey, type RxDraft } from '../../domain/rxDraft.ts';
import { filledIn } from '../../domain/rxLines.ts';
import type { PrescriptionActor, prescriptionMachine } from '../../machines/prescription.ts';
import type { RecordActor } from '../../machines/record.ts';
import { useApp } from '../app/app.ts';
import { useQuery } from '../lists/usePages.ts';

const none: readonly Diagnosis[] = [];

/** Diagnoses of the record: from the open form, otherwise the stored ones. */
function useRecordDiagnoses(record: RecordActor | null, prescription: PrescriptionActor): readonly Diagnosis[] {
  const { api } = useApp();
  const orderId = useSelector(prescription, (s) => s.context.orderId);
  const written = useSelector(record ?? undefined, (s) => s?.context.fields.diagnosisList ?? null);
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
  const draft = useSelector(prescription, (s) => s.context.draft);
  const checked = useSelector(prescription, (s) => s.context.checked);
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
      const now = prescription.getSnapshot().context.draft;
      prescription.send({ type: 'draft.changed', draft: edit(fill(now)) });
    },
    [prescription, fill],
  );
  /** Stores the default values in the draft before it is sent. */
  const settle = useCallback((): RxDraft => {
    const now = prescription.getSnapshot().context.draft;
    const filled = fill(now);
    if (filled !== now) prescription.send({ type: 'draft.changed', draft: filled });
    return filled;
  }, [prescription, fill]);
  return { draft: useMemo(() => fill(draft), [fill, draft]), diagnoses, warehouses, change, settle };
}

export type DraftUse = ReturnType<typeof useDraft>;

type Snapshot = SnapshotFrom<typeof prescriptionMachine>;

/** The rejected prescription that the draft changes; null if it changes none. */
export const rejectedOf = ({ context: { latest, draft } }: Snapshot): Rx | null =>
  latest?.status === PrescriptionStatus.rejected && draft.editing?.id === latest.id ? latest : null;

/** Keys of the draft's lines that the auditor marked. */
export const markedLineKeys = (s: Snapshot): readonly string[] => {
  const rx = rejectedOf(s);
  return rx?.markedLines?.map((index) => issuedLineKey(rx, index)) ?? [];
};
