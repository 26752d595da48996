import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { screenDrugs } from '../../../contract/extension/check.ts';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import type { OrderId, WarehouseId } from '../../../contract/ids.ts';
import type { InputOf } from '../../../contract/operation.ts';
import { type DraftLine, type RxDraft, sentLines } from '../../domain/rxDraft.ts';
import { stockOf } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app/app.ts';
import { useQuery } from '../lists/usePages.ts';
import { FindingMark, findingParagraph } from './FindingMark.tsx';
import { MedicineSearch, useMedicineSearch } from './MedicineSearch.tsx';
import { useClinicalWords } from './useClinicalWords.ts';

const nothing: { readonly medicines: readonly Drug[]; readonly language: string } = { medicines: [], language: '' };

/**
 * Asks once for what the pharmacy says about a line's medicine now: its stock and price, for a line of an issued prescription
 * also its strength, and its name in the current language.
 */
export function useMedicineFacts(
  { key, medicine, language: named }: DraftLine,
  warehouseId: WarehouseId | null,
  onFacts: (key: string, medicine: Drug, language: string) => void,
): void {
  const { api } = useApp();
  const { language } = useTranslation();
  const { drugId } = medicine;
  const [asked, setAsked] = useState(false);
  const unknown = !asked || stockOf(medicine) === null || named !== language;
  const result = useQuery(
    useCallback(
      async (signal: AbortSignal) => {
        if (!unknown) return { ok: true as const, data: nothing };
        const answer = await api.findDrugInventory({ id: drugId }, { signal, quiet: true });
        return answer.ok ? { ok: true as const, data: { medicines: answer.data, language } } : answer;
      },
      [api, drugId, unknown, language],
    ),
  );
  const answered = result.state === 'ready' ? result.data : nothing;
  const found = unknown ? (answered.medicines.find((one) => one.warehouseId === warehouseId) ?? null) : null;
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
  readonly onMedicine: (medicine: Drug) => void;
  readonly error: string | null;
  readonly box: RefObject<HTMLInputElement | null>;
};

/** What depends on the form and the list; as text, so that equal questions are asked once. */
type Asked = Pick<InputOf<typeof screenDrugs>, 'drugIds' | 'lines' | 'diagnosisList'>;

/** Findings of a medicine before it is chosen; `null` while they are asked for, `failed` if nothing was checked. */
type Screened = readonly RuleHit[] | 'failed' | null;

/** What each found medicine would mean for this patient, beside the lines that are already written. */
function useScreened(orderId: OrderId, draft: RxDraft, found: readonly Drug[]): (medicine: Drug) => Screened {
  const { api } = useApp();
  const asked = JSON.stringify({
    drugIds: found.map(({ drugId }) => drugId),
    lines: sentLines(draft).map(({ line }) => line),
    diagnosisList: draft.diagnosisList,
  });
  const { warehouseId, editing } = draft;
  const id = editing?.id ?? null;
  const screening = useQuery(
    useCallback(
      async (signal: AbortSignal) => {
        const { drugIds, ...form }: Asked = JSON.parse(asked);
        if (warehouseId === null || drugIds.length === 0) return { ok: true as const, data: [] };
        return api.screenDrugs({ orderId, id, warehouseId, ...form, drugIds }, { signal, quiet: true });
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
  if (found === 'failed') return <span className="rx-screened">{t('prescription.medicine.notScreened')}</span>;
  const hit = found.find(({ level }) => level === 'block') ?? found[0];
  if (!hit) return null;
  return (
    <span className="rx-screened">
      <FindingMark level={hit.level} />
      <span>{findingParagraph(hit, words, t)}</span>
    </span>
  );
}

/** The medicine search of a prescription; each found medicine shows what it would mean for this patient. */
export function MedicineField({ orderId, draft, onMedicine, error, box }: Props) {
  const { t } = useTranslation();
  const search = useMedicineSearch(draft.warehouseId);
  const screened = useScreened(orderId, draft, search.found);
  const isWritten = ({ id }: Drug) => draft.lines.some((line) => line.medicine.id === id);
  const whyNot = (medicine: Drug) => {
    if (isWritten(medicine)) return t('prescription.medicine.onPrescription');
    return medicine.stock <= 0 ? t('prescription.medicine.outOfStock') : null;
  };
  return (
    <MedicineSearch
      search={search}
      whyNot={whyNot}
      note={(medicine) => (isWritten(medicine) ? null : <Screening found={screened(medicine)} />)}
      onMedicine={onMedicine}
      error={error}
      box={box}
    />
  );
}
