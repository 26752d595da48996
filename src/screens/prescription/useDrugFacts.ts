import { useCallback, useEffect } from 'react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { WarehouseId } from '../../../contract/ids.ts';
import type { DraftLine } from '../../domain/rxDraft.ts';
import { stockOf } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app.ts';
import { useQuestion } from '../useQuestion.ts';

const nothing: { readonly drugs: readonly Drug[]; readonly language: string } = { drugs: [], language: '' };

/**
 * A line of an issued prescription does not tell strength and stock, and one that was written in another language names its drug in
 * that: both are asked for.
 */
export function useDrugFacts(
  { key, drug, language: named }: DraftLine,
  warehouseId: WarehouseId | null,
  onFacts: (key: string, drug: Drug, language: string) => void,
): void {
  const { api } = useApp();
  const { language } = useTranslation();
  const { drugId } = drug;
  const unknown = stockOf(drug) === null || named !== language;
  const asked = useQuestion(
    useCallback(
      async (signal: AbortSignal) => {
        if (!unknown) return { ok: true as const, data: nothing };
        const answer = await api.findDrugInventory({ id: drugId }, { signal, quiet: true });
        return answer.ok ? { ok: true as const, data: { drugs: answer.data, language } } : answer;
      },
      [api, drugId, unknown, language],
    ),
  );
  const answered = asked.state === 'ready' ? asked.data : nothing;
  const found = unknown ? (answered.drugs.find((one) => one.warehouseId === warehouseId) ?? null) : null;
  const read = answered.language;
  useEffect(() => {
    if (found) onFacts(key, found, read);
  }, [found, key, onFacts, read]);
}
