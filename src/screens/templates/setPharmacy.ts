import { useCallback, useRef } from 'react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { DrugId, WarehouseId } from '../../../contract/ids.ts';
import type { EditedLine } from '../../domain/editedTemplate.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app/app.ts';
import { useKept } from '../forms/useKept.ts';
import { useQuery } from '../lists/usePages.ts';
import { useWarehouses } from '../prescription/useDraft.ts';

/** Inventory entries of the medicines whose facts are missing in this language. */
function usePlaces(lines: readonly EditedLine[]) {
  const { api } = useApp();
  const { language } = useTranslation();
  const open = lines.filter((line) => line.medicine === null || line.language !== language);
  const asked = JSON.stringify([...new Set(open.map(({ drugId }) => drugId))]);
  // Removing a line asks again, and an answer may fail: what is known stays.
  const known = useRef(new Map<DrugId, readonly Drug[]>());
  const { state, reload } = useQuery<true>(
    useCallback(
      async (signal: AbortSignal) => {
        const ids: readonly DrugId[] = JSON.parse(asked);
        const answers = await Promise.all(ids.map((id) => api.findDrugInventory({ id }, { signal, quiet: true })));
        for (const [at, id] of ids.entries()) if (answers[at]?.ok) known.current.set(id, answers[at].data);
        return answers.find((answer) => !answer.ok) ?? { ok: true as const, data: true };
      },
      [api, asked],
    ),
  );
  return { places: known.current, failed: state === 'failed', reload };
}

/** The pharmacy in which medicines for a set are searched, and what it says about those in the set. */
export function useSetPharmacy(lines: readonly EditedLine[]) {
  const warehouses = useWarehouses();
  const [chosen, choose] = useKept<WarehouseId | null>('warehouse', null);
  const listed = warehouses.state === 'ready' ? warehouses.data : [];
  const usual = listed.find(({ isDefault }) => isDefault) ?? listed[0];
  const warehouseId = chosen ?? usual?.id ?? null;
  const { places, ...facts } = usePlaces(lines);
  return {
    warehouseId,
    listed,
    failed: warehouses.state === 'failed',
    reload: warehouses.reload,
    /** Loading what the pharmacy says about the medicines. */
    facts,
    choose: (id: string) => choose(listed.find((one) => one.id === id)?.id ?? null),
    /** The medicine in this pharmacy, otherwise in another one; null while unknown. */
    medicineOf({ drugId, medicine }: EditedLine): Drug | null {
      const found = places.get(drugId) ?? [];
      return found.find((one) => one.warehouseId === warehouseId) ?? found[0] ?? medicine;
    },
  };
}
