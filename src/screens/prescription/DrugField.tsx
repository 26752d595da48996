import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { WarehouseId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { search } from '../../streams/search.ts';
import { Combobox, type Found } from '../../ui/Combobox.tsx';
import { moneyText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';
import { useClinicalWords } from './useClinicalWords.ts';

type Props = {
  readonly warehouseId: WarehouseId | null;
  /** Drugs that stand on the prescription already. */
  readonly taken: readonly string[];
  readonly onDrug: (drug: Drug) => void;
  readonly error: string | null;
  readonly box: RefObject<HTMLInputElement | null>;
};

const pauseMs = 200;
const shownAtOnce = 20;

/** The name under which a drug is searched and prescribed: generic first, trade name beside it. */
export const drugName = ({ name, tradeName }: Pick<Drug, 'name' | 'tradeName'>) =>
  tradeName && tradeName !== name ? `${name} (${tradeName})` : name;

function useDrugs(warehouseId: WarehouseId | null, text: string) {
  const { api } = useApp();
  const drugs = useMemo(
    () =>
      search(
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
  // What was typed before the pharmacy was known is searched as soon as it is.
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => drugs.typed(latest.current), [drugs]);
  return { ...searched, typed: drugs.typed };
}

/** Searches the pharmacy by generic or trade name, pinyin or ATC; what it does not have cannot be chosen, and says why. */
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
