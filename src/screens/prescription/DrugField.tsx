import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { WarehouseId } from '../../../contract/ids.ts';
import type { DraftLine } from '../../domain/rxDraft.ts';
import { stockOf } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { createSearch } from '../../streams/search.ts';
import { Combobox, type Found } from '../../ui/Combobox.tsx';
import { moneyText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';
import { useQuery } from '../usePages.ts';
import { useClinicalWords } from './useClinicalWords.ts';

const nothing: { readonly drugs: readonly Drug[]; readonly language: string } = { drugs: [], language: '' };

/**
 * Loads what a line of an issued prescription lacks: strength and stock, and the drug's name in the current language.
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
  const result = useQuery(
    useCallback(
      async (signal: AbortSignal) => {
        if (!unknown) return { ok: true as const, data: nothing };
        const answer = await api.findDrugInventory({ id: drugId }, { signal, quiet: true });
        return answer.ok ? { ok: true as const, data: { drugs: answer.data, language } } : answer;
      },
      [api, drugId, unknown, language],
    ),
  );
  const answered = result.state === 'ready' ? result.data : nothing;
  const found = unknown ? (answered.drugs.find((one) => one.warehouseId === warehouseId) ?? null) : null;
  const read = answered.language;
  useEffect(() => {
    if (found) onFacts(key, found, read);
  }, [found, key, onFacts, read]);
}

type Props = {
  readonly warehouseId: WarehouseId | null;
  /** Ids of drugs already on the prescription. */
  readonly taken: readonly string[];
  readonly onDrug: (drug: Drug) => void;
  readonly error: string | null;
  readonly box: RefObject<HTMLInputElement | null>;
};

const pauseMs = 200;
const shownAtOnce = 20;

/** Name of a drug in search and prescription: generic name with the trade name in brackets. */
export const drugName = ({ name, tradeName }: Pick<Drug, 'name' | 'tradeName'>) =>
  tradeName && tradeName !== name ? `${name} (${tradeName})` : name;

function useDrugs(warehouseId: WarehouseId | null, text: string) {
  const { api } = useApp();
  const drugs = useMemo(
    () =>
      createSearch(
        (keyword) =>
          fromAbortable((signal) =>
            warehouseId === null
              ? Promise.resolve({ ok: true as const, data: [] })
              : api.searchDrugs({ warehouseId, keyword, pageNo: 1, pageSize: shownAtOnce }, { signal, quiet: true }),
          ),
        { pauseMs },
      ),
    [api, warehouseId],
  );
  const searched = useLive(drugs.searched$);
  // Text typed before the pharmacy is known is searched once it is.
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => drugs.typed(latest.current), [drugs]);
  return { ...searched, typed: drugs.typed };
}

/** Searches the pharmacy by generic name, trade name, pinyin or ATC code; a drug that cannot be chosen says why. */
export function DrugField({ warehouseId, taken, onDrug, error, box }: Props) {
  const { t, language } = useTranslation();
  const words = useClinicalWords();
  const [text, setText] = useState('');
  const { state, found, typed } = useDrugs(warehouseId, text);
  const write = (next: string) => {
    setText(next);
    typed(next);
  };
  const whyNot = (drug: Drug) => {
    if (taken.includes(drug.id)) return t('prescription.drug.onPrescription');
    return drug.stock <= 0 ? t('prescription.drug.outOfStock') : null;
  };
  const options = found.map(
    (drug): Found => ({
      value: drug.id,
      label: `${drugName(drug)} ${drug.specification}`,
      detail: (
        <>
          {words.form(drug.dosageForm)}
          <br />
          {moneyText(drug.price, language)} · {t('prescription.drug.stock', { stock: drug.stock })}
        </>
      ),
      disabledBecause: whyNot(drug),
    }),
  );
  return (
    <Combobox
      ref={box}
      label={t('prescription.drug.label')}
      placeholder={t('prescription.drug.placeholder')}
      text={text}
      onText={write}
      found={options}
      searching={state === 'searching'}
      onChoose={(id) => {
        const drug = found.find((one) => one.id === id);
        write('');
        if (drug) onDrug(drug);
      }}
      error={error}
      words={{
        nothing: t(state === 'failed' ? 'prescription.drug.failed' : 'prescription.drug.nothing'),
        searching: t('prescription.drug.searching'),
        count: (count) => t('prescription.drug.count', { count }),
      }}
    />
  );
}
