import { useCallback, useEffect } from 'react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { WarehouseId } from '../../../contract/ids.ts';
import type { DraftLine } from '../../domain/rxDraft.ts';
import { stockOf } from '../../domain/rxLines.ts';
import { useApp } from '../app.ts';
import { useQuestion } from '../useQuestion.ts';

const nothing: readonly Drug[] = [];

/** A line of an issued prescription does not tell strength and stock: they are asked for when it is opened for change. */
export function useDrugFacts(
  { key, drug }: DraftLine,
  warehouseId: WarehouseId | null,
  onFacts: (key: string, drug: Drug) => void,
): void {
  const { api } = useApp();
  const { drugId } = drug;
  const unknown = stockOf(drug) === null;
  const asked = useQuestion(
    useCallback(
      async (signal: AbortSignal) =>
        unknown
          ? api.findDrugInventory({ id: drugId }, { signal, quiet: true })
          : { ok: true as const, data: [...nothing] },
      [api, drugId, unknown],
    ),
  );
  const listed = asked.state === 'ready' ? asked.data : nothing;
  const found = unknown ? (listed.find((one) => one.warehouseId === warehouseId) ?? null) : null;
  useEffect(() => {
    if (found) onFacts(key, found);
  }, [found, key, onFacts]);
}
