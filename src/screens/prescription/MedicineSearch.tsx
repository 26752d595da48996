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

/** Name of a medicine in search and prescription: generic name with the trade name in brackets, with safe symbols. */
export const medicineName = ({ name, tradeName }: Pick<Drug, 'name' | 'tradeName'>) =>
  keepUnits(tradeName && tradeName !== name ? `${isolated(name)} (${isolated(tradeName)})` : name);

function useMedicines(warehouseId: WarehouseId | null, text: string) {
  const { api } = useApp();
  const medicines = useMemo(
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
  const searched = useLive(medicines.searched$);
  // Text typed before the pharmacy is known is searched once it is.
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => medicines.typed(latest.current), [medicines]);
  return { ...searched, typed: medicines.typed };
}

/** A medicine search of one pharmacy: the kept text, and the favourites while the box is empty. */
export function useMedicineSearch(warehouseId: WarehouseId | null) {
  const [text, setText] = useKept('search.medicine', '');
  const searched = useMedicines(warehouseId, text);
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
  readonly search: ReturnType<typeof useMedicineSearch>;
  /** Why a medicine cannot be chosen; null if it can. */
  readonly whyNot: (medicine: Drug) => string | null;
  /** Shown below a found medicine. */
  readonly note?: (medicine: Drug) => ReactNode;
  readonly onMedicine: (medicine: Drug) => void;
  readonly error: string | null;
  readonly box: RefObject<HTMLInputElement | null>;
};

/** Searches the pharmacy by generic name, trade name, pinyin or ATC code; a medicine that cannot be chosen says why. */
export function MedicineSearch({ search, whyNot, note, onMedicine, error, box }: Props) {
  const { t, language } = useTranslation();
  const words = useClinicalWords();
  const { text, state, found, isFavourite, use, write } = search;
  const options = found.map(
    (medicine): Found => ({
      value: medicine.id,
      label: `${medicineName(medicine)} ${keepUnits(medicine.specification)}`,
      detail: (
        <>
          {isFavourite(medicine) ? (
            <>
              <Badge tone="brand">{t('templates.favourites.mine')}</Badge>{' '}
            </>
          ) : null}
          {medicine.highAlert ? (
            <>
              <Badge tone="danger">{t('prescription.medicine.highAlert')}</Badge>{' '}
            </>
          ) : null}
          <span>{words.form(medicine.dosageForm)}</span>
          <br />
          <span>{`${moneyText(medicine.price, language)} · ${t('prescription.medicine.stock', { stock: medicine.stock })}`}</span>
        </>
      ),
      note: note?.(medicine),
      disabledBecause: whyNot(medicine),
    }),
  );
  return (
    <Combobox
      ref={box}
      onFocus={use}
      label={t('prescription.medicine.label')}
      placeholder={t('prescription.medicine.placeholder')}
      text={text}
      onText={write}
      found={options}
      searching={state === 'searching'}
      onChoose={(id) => {
        const medicine = found.find((one) => one.id === id);
        write('');
        if (medicine) onMedicine(medicine);
      }}
      error={error}
      words={{
        nothing: t(state === 'failed' ? 'prescription.medicine.failed' : 'prescription.medicine.nothing'),
        searching: t('prescription.medicine.searching'),
        count: (count) => t('prescription.medicine.count', { count }),
      }}
    />
  );
}
