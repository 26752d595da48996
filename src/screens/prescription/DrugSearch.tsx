import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { WarehouseId } from '../../../contract/ids.ts';
import { isolated } from '../../domain/direction.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { createSearch } from '../../streams/search.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Combobox, type Found } from '../../ui/Combobox.tsx';
import { moneyText } from '../../ui/format.ts';
import { keepUnits } from '../../ui/unitText.ts';
import { useApp } from '../app/app.ts';
import { useKept } from '../forms/useKept.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLanguageChange } from '../hooks/useLocale.ts';
import { useFavourites } from '../templates/FavouriteStar.tsx';
import { useClinicalWords } from './useClinicalWords.ts';

const pauseMs = 200;
const shownAtOnce = 20;

/** Name of a drug in search and prescription: generic name with the trade name in brackets, with safe symbols. */
export const drugName = ({ name, tradeName }: Pick<Drug, 'name' | 'tradeName'>) =>
  keepUnits(tradeName && tradeName !== name ? `${isolated(name)} (${isolated(tradeName)})` : name);

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

/** A drug search of one pharmacy: the kept text, and the favourites while the box is empty. */
export function useDrugSearch(warehouseId: WarehouseId | null) {
  const [text, setText] = useKept('search.drug', '');
  const searched = useDrugs(warehouseId, text);
  const { state, typed } = searched;
  // Favourites are loaded and screened once the box is used, not when the panel opens.
  const [used, setUsed] = useState(false);
  const favourites = useFavourites(used ? warehouseId : null);
  useLanguageChange(favourites.reload);
  return {
    text,
    state,
    found: text.trim() === '' ? favourites.drugs : searched.found,
    isFavourite: ({ drugId }: Drug) => favourites.drugIds.includes(drugId),
    use: () => setUsed(true),
    write: (next: string) => {
      setText(next);
      typed(next);
    },
  };
}

type Props = {
  readonly search: ReturnType<typeof useDrugSearch>;
  /** Why a drug cannot be chosen; null if it can. */
  readonly whyNot: (drug: Drug) => string | null;
  /** Shown below a found drug. */
  readonly note?: (drug: Drug) => ReactNode;
  readonly onDrug: (drug: Drug) => void;
  readonly error: string | null;
  readonly box: RefObject<HTMLInputElement | null>;
};

/** Searches the pharmacy by generic name, trade name, pinyin or ATC code; a drug that cannot be chosen says why. */
export function DrugSearch({ search, whyNot, note, onDrug, error, box }: Props) {
  const { t, language } = useTranslation();
  const words = useClinicalWords();
  const { text, state, found, isFavourite, use, write } = search;
  const options = found.map(
    (drug): Found => ({
      value: drug.id,
      label: `${drugName(drug)} ${keepUnits(drug.specification)}`,
      detail: (
        <>
          {isFavourite(drug) ? (
            <>
              <Badge tone="brand">{t('templates.favourites.mine')}</Badge>{' '}
            </>
          ) : null}
          {drug.highAlert ? (
            <>
              <Badge tone="danger">{t('prescription.drug.highAlert')}</Badge>{' '}
            </>
          ) : null}
          <span>{words.form(drug.dosageForm)}</span>
          <br />
          <span>{`${moneyText(drug.price, language)} · ${t('prescription.drug.stock', { stock: drug.stock })}`}</span>
        </>
      ),
      note: note?.(drug),
      disabledBecause: whyNot(drug),
    }),
  );
  return (
    <Combobox
      ref={box}
      onFocus={use}
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
