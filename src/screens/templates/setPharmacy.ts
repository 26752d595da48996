import { useCallback, useRef } from 'react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { DrugId, WarehouseId } from '../../../contract/ids.ts';
import type { EditedLine } from '../../domain/editedTemplate.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app.ts';
import { useWarehouses } from '../prescription/useDraft.ts';
import { useKept } from '../useKept.ts';
import { useQuery } from '../usePages.ts';

type Places = ReadonlyMap<DrugId, readonly Drug[]>;
const nowhere: Places = new Map();

/** Where the medicines are kept whose facts, or names in this language, are not known yet. */
function usePlaces(lines: readonly EditedLine[]): Places {
  const { api } = useApp();
  const { language } = useTranslation();
  const open = lines.filter((line) => line.drug === null || line.language !== language);
  const asked = JSON.stringify([...new Set(open.map(({ drugId }) => drugId))]);
  const result = useQuery<Places>(
    useCallback(
      async (signal: AbortSignal) => {
        const ids: readonly DrugId[] = JSON.parse(asked);
        const answers = await Promise.all(ids.map((id) => api.findDrugInventory({ id }, { signal, quiet: true })));
        const data = new Map(ids.map((id, at) => [id, answers[at]?.ok ? answers[at].data : []] as const));
        return { ok: true as const, data };
      },
      [api, asked],
    ),
  );
  // Removing a line asks again; what is known stays until the answer.
  const known = useRef(nowhere);
  if (result.state === 'ready') known.current = result.data;
  return known.current;
}

/** The pharmacy in which medicines for a set are searched, and what it says about those in the set. */
export function useSetPharmacy(lines: readonly EditedLine[]) {
  const warehouses = useWarehouses();
  const [chosen, choose] = useKept<WarehouseId | null>('warehouse', null);
  const listed = warehouses.state === 'ready' ? warehouses.data : [];
  const usual = listed.find(({ isDefault }) => isDefault) ?? listed[0];
  const warehouseId = chosen ?? usual?.id ?? null;
  const places = usePlaces(lines);
  return {
    warehouseId,
    listed,
    failed: warehouses.state === 'failed',
    reload: warehouses.reload,
    choose: (id: string) => choose(listed.find((one) => one.id === id)?.id ?? null),
    /** The medicine in this pharmacy, otherwise in another one; null while unknown. */
    drugOf({ drugId, drug }: EditedLine): Drug | null {
      const found = places.get(drugId) ?? [];
      return found.find((one) => one.warehouseId === warehouseId) ?? found[0] ?? drug;
    },
  };
}
