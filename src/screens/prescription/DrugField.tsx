import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { screenDrugs } from '../../../contract/extension/check.ts';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import type { OrderId, WarehouseId } from '../../../contract/ids.ts';
import type { InputOf } from '../../../contract/operation.ts';
import { type DraftLine, type RxDraft, sentLines } from '../../domain/rxDraft.ts';
import { stockOf } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { createSearch } from '../../streams/search.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Combobox, type Found } from '../../ui/Combobox.tsx';
import { moneyText } from '../../ui/format.ts';
import { keepUnits } from '../../ui/unitText.ts';
import { useApp } from '../app.ts';
import { useFavourites } from '../templates/FavouriteStar.tsx';
import { useKept } from '../useKept.ts';
import { useLive } from '../useLive.ts';
import { useLanguageChange } from '../useLocale.ts';
import { useQuery } from '../usePages.ts';
import { FindingMark, findingParagraph } from './FindingMark.tsx';
import { useClinicalWords } from './useClinicalWords.ts';

const nothing: { readonly drugs: readonly Drug[]; readonly language: string } = { drugs: [], language: '' };

/**
 * Asks once for what the pharmacy says about a line's drug now: its stock and price, for a line of an issued prescription
 * also its strength, and its name in the current language.
 */
export function useDrugFacts(
  { key, drug, language: named }: DraftLine,
  warehouseId: WarehouseId | null,
  onFacts: (key: string, drug: Drug, language: string) => void,
): void {
  const { api } = useApp();
  const { language } = useTranslation();
  const { drugId } = drug;
  const [asked, setAsked] = useState(false);
  const unknown = !asked || stockOf(drug) === null || named !== language;
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
    if (!found) return;
    setAsked(true);
    onFacts(key, found, read);
  }, [found, key, onFacts, read]);
}

type Props = {
  readonly orderId: OrderId;
  readonly draft: RxDraft;
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

/** Findings of a medicine before it is chosen; `null` while they are asked for, `failed` if nothing was checked. */
type Screened = readonly RuleHit[] | 'failed' | null;

/** What each found medicine would mean for this patient, beside the lines that are already written. */
function useScreened(orderId: OrderId, draft: RxDraft, found: readonly Drug[]): (drug: Drug) => Screened {
  const { api } = useApp();
  const asked = JSON.stringify({
    drugIds: found.map(({ drugId }) => drugId),
    lines: sentLines(draft).map(({ line }) => line),
  });
  const { warehouseId, editing } = draft;
  const id = editing?.id ?? null;
  const screening = useQuery(
    useCallback(
      async (signal: AbortSignal) => {
        const { drugIds, lines }: Pick<InputOf<typeof screenDrugs>, 'drugIds' | 'lines'> = JSON.parse(asked);
        if (warehouseId === null || drugIds.length === 0) return { ok: true as const, data: [] };
        return api.screenDrugs({ orderId, id, warehouseId, lines, drugIds }, { signal, quiet: true });
      },
      [api, orderId, id, warehouseId, asked],
    ),
  );
  if (screening.state === 'failed') return () => 'failed';
  const answers = screening.state === 'ready' ? screening.data : null;
  return ({ drugId }) => (answers ? (answers.find((one) => one.drugId === drugId)?.hits ?? 'failed') : null);
}

/** The gravest finding of a medicine in the list, with its reason. */
function Screening({ found }: { readonly found: Screened }) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  if (found === null) return null;
  if (found === 'failed') return <span className="rx-screened">{t('prescription.drug.notScreened')}</span>;
  const hit = found.find(({ level }) => level === 'block') ?? found[0];
  if (!hit) return null;
  return (
    <span className="rx-screened">
      <FindingMark level={hit.level} />
      <span>{findingParagraph(hit, words, t)}</span>
    </span>
  );
}

/** Searches the pharmacy by generic name, trade name, pinyin or ATC code; a drug that cannot be chosen says why. */
export function DrugField({ orderId, draft, onDrug, error, box }: Props) {
  const { t, language } = useTranslation();
  const words = useClinicalWords();
  const [text, setText] = useKept('search.drug', '');
  const searched = useDrugs(draft.warehouseId, text);
  const { state, typed } = searched;
  // Favourites are loaded and screened once the box is used, not when the panel opens.
  const [used, setUsed] = useState(false);
  const favourites = useFavourites(used ? draft.warehouseId : null);
  useLanguageChange(favourites.reload);
  const found = text.trim() === '' ? favourites.drugs : searched.found;
  const screened = useScreened(orderId, draft, found);
  const write = (next: string) => {
    setText(next);
    typed(next);
  };
  const isWritten = ({ id }: Drug) => draft.lines.some((line) => line.drug.id === id);
  const whyNot = (drug: Drug) => {
    if (isWritten(drug)) return t('prescription.drug.onPrescription');
    return drug.stock <= 0 ? t('prescription.drug.outOfStock') : null;
  };
  const options = found.map(
    (drug): Found => ({
      value: drug.id,
      label: `${drugName(drug)} ${keepUnits(drug.specification)}`,
      detail: (
        <>
          {favourites.drugIds.includes(drug.drugId) ? (
            <>
              <Badge tone="brand">{t('templates.favourites.mine')}</Badge>{' '}
            </>
          ) : null}
          {words.form(drug.dosageForm)}
          <br />
          {moneyText(drug.price, language)} · {t('prescription.drug.stock', { stock: drug.stock })}
        </>
      ),
      note: isWritten(drug) ? null : <Screening found={screened(drug)} />,
      disabledBecause: whyNot(drug),
    }),
  );
  return (
    <Combobox
      ref={box}
      onFocus={() => setUsed(true)}
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
