import { useEffect, useMemo, useState } from 'react';
import { type SnapshotFrom, waitFor } from 'xstate';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { withDrug } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { type Consultation, canWrite, orderOf, prescriptionOf } from '../../machines/consultation.ts';
import type { prescriptionMachine } from '../../machines/prescription.ts';
import { consultationOf, focusedOrder } from '../../machines/workspace.ts';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { search } from '../../streams/search.ts';
import { moneyText } from '../../ui/format.ts';
import { useApp, type Work } from '../app.ts';
import { useLive } from '../useLive.ts';
import type { PaletteItem } from './paletteItems.ts';

const pauseMs = 250;
const shownAtOnce = 6;
const loadsWithinMs = 10_000;

type PrescriptionSnapshot = SnapshotFrom<typeof prescriptionMachine>;

/** The consultation that a drug would be prescribed in: the focused one, while it runs. */
function prescribedIn(work: Work | null): Consultation | null {
  const snapshot = work?.workspace.getSnapshot();
  const orderId = snapshot && focusedOrder(snapshot);
  const consultation = snapshot && orderId ? consultationOf(orderId)(snapshot) : null;
  return consultation && canWrite(consultation.getSnapshot()) ? consultation : null;
}

/** Opens the prescription of that patient with one more drug on it; the checks judge it there, beside the patient's name. */
function prescribe({ workspace }: Work, consultation: Consultation, drug: Drug, language: string) {
  const { orderId } = consultation.getSnapshot().context.key;
  workspace.send({ type: 'paper.chosen', orderId, choice: { beside: 'prescription', over: 'prescription' } });
  consultation.send({ type: 'panel.shown', panel: 'prescription' });
  const prescription = prescriptionOf(consultation.getSnapshot());
  const write = (draft: RxDraft) => {
    if (draft.lines.some((line) => line.drug.id === drug.id)) return;
    const stocked = { ...draft, warehouseId: draft.warehouseId ?? drug.warehouseId ?? null };
    prescription?.send({ type: 'draft.changed', draft: withDrug(stocked, drug, language) });
  };
  if (!prescription) return;
  const isOpen = (s: PrescriptionSnapshot) => s.can({ type: 'draft.changed', draft: s.context.draft });
  // One that is in review takes no drug: then the panel shows how it stands, and nothing more happens.
  waitFor(prescription, isOpen, { timeout: loadsWithinMs }).then(
    ({ context }) => write(context.draft),
    () => {},
  );
}

/** Drugs that the pharmacy has, for the patient in focus; none while nobody could be given them. */
export function useFoundDrugs(query: string): readonly PaletteItem[] {
  const { api, work$ } = useApp();
  const { t, language } = useTranslation();
  const work = useLive(work$);
  const [consultation] = useState(() => prescribedIn(work));
  const drugs = useMemo(() => {
    const find = async (keyword: string, signal: AbortSignal) => {
      const given = consultation && prescriptionOf(consultation.getSnapshot())?.getSnapshot().context.draft.warehouseId;
      const listed = given ? null : await api.listWarehouses({}, { signal, quiet: true });
      const usual = listed?.ok ? (listed.data.find(({ isDefault }) => isDefault) ?? listed.data[0])?.id : null;
      const warehouseId = given ?? usual ?? null;
      if (warehouseId === null) return { ok: true as const, data: [] };
      return api.searchDrugs({ warehouseId, keyword, pageNo: 1, pageSize: shownAtOnce }, { signal, quiet: true });
    };
    return search((keyword) => fromAbortable((signal) => find(keyword, signal)), { pauseMs });
  }, [api, consultation]);
  const { found } = useLive(drugs.searched$);
  useEffect(() => {
    if (consultation) drugs.typed(query.trim().length > 1 ? query.trim() : '');
  }, [drugs, consultation, query]);
  if (!work || !consultation) return [];
  const patient = orderOf(consultation.getSnapshot())?.patient.name ?? '';
  return found
    .filter(({ stock }) => stock > 0)
    .map((drug) => ({
      id: `drug ${drug.id}`,
      group: 'drugs',
      title: `${drug.name} ${drug.specification}`,
      detail: `${moneyText(drug.price, language)} · ${t('workspace.palette.prescribeFor', { patient })}`,
      keys: null,
      run: () => prescribe(work, consultation, drug, language),
    }));
}
