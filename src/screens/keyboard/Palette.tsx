import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { waitFor } from 'xstate';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Drug } from '../../../contract/http/drugs.ts';
import { isolated } from '../../domain/direction.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { withMedicine } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { canWrite, keyOf, orderOf, prescriptionOf } from '../../machines/selectors/consultation.ts';
import { canWriteDraft, draftOf } from '../../machines/selectors/prescription.ts';
import { consultationOf, focusedOrder } from '../../machines/selectors/workspace.ts';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { createSearch } from '../../streams/search.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { moneyText } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Input } from '../../ui/TextField.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { type DoctorServices, useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useListSelection } from '../lists/useListSelection.ts';
import { type PaletteItem, useMatches, useOrderItem, usePaletteItems } from './paletteItems.ts';
import type { Keys } from './registry.ts';
import './keyboard.css';

const pauseMs = 250;
const shownAtOnce = 6;
const loadsWithinMs = 10_000;

/** The focused consultation if it is still open for writing, otherwise null. */
function findWritableConsultation(work: DoctorServices | null): Consultation | null {
  const snapshot = work?.workspace.getSnapshot();
  const orderId = snapshot && focusedOrder(snapshot);
  const consultation = snapshot && orderId ? consultationOf(orderId)(snapshot) : null;
  return consultation && canWrite(consultation.getSnapshot()) ? consultation : null;
}

/** Adds a medicine to the patient's prescription and opens it, so that the safety checks show beside the patient's name. */
function prescribe({ workspace }: DoctorServices, consultation: Consultation, medicine: Drug, language: string) {
  const { orderId } = keyOf(consultation.getSnapshot());
  workspace.send({ type: 'sidePanel.chosen', orderId, choice: { beside: 'prescription', over: 'prescription' } });
  consultation.send({ type: 'panel.shown', panel: 'prescription' });
  const prescription = prescriptionOf(consultation.getSnapshot());
  const write = (draft: RxDraft) => {
    if (draft.lines.some((line) => line.medicine.id === medicine.id)) return;
    const stocked = { ...draft, warehouseId: draft.warehouseId ?? medicine.warehouseId ?? null };
    prescription?.send({ type: 'draft.changed', draft: withMedicine(stocked, medicine, language) });
  };
  if (!prescription) return;
  // A prescription in review cannot change; the panel then only shows its status.
  waitFor(prescription, canWriteDraft, { timeout: loadsWithinMs }).then(
    (now) => write(draftOf(now)),
    () => {},
  );
}

/** Medicines in stock for the focused patient; none if no prescription can be written. */
function useFoundMedicines(query: string): readonly PaletteItem[] {
  const { api, work$ } = useApp();
  const { t, language } = useTranslation();
  const work = useLive(work$);
  const [consultation] = useState(() => findWritableConsultation(work));
  const medicines = useMemo(() => {
    const find = async (keyword: string, signal: AbortSignal) => {
      const prescription = consultation && prescriptionOf(consultation.getSnapshot());
      const given = prescription && draftOf(prescription.getSnapshot()).warehouseId;
      const listed = given ? null : await api.listWarehouses({}, { signal, quiet: true });
      const usual = listed?.ok ? (listed.data.find(({ isDefault }) => isDefault) ?? listed.data[0])?.id : null;
      const warehouseId = given ?? usual ?? null;
      if (warehouseId === null) return { ok: true as const, data: [] };
      return api.searchDrugs({ warehouseId, keyword, pageNo: 1, pageSize: shownAtOnce }, { signal, quiet: true });
    };
    return createSearch((keyword) => fromAbortable((signal) => find(keyword, signal)), { pauseMs });
  }, [api, consultation]);
  const { found } = useLive(medicines.searched$);
  useEffect(() => {
    if (consultation) medicines.typed(query.trim().length > 1 ? query.trim() : '');
  }, [medicines, consultation, query]);
  if (!work || !consultation) return [];
  const patient = orderOf(consultation.getSnapshot())?.patient.name ?? '';
  return found
    .filter(({ stock }) => stock > 0)
    .map((medicine) => ({
      id: `medicine ${medicine.id}`,
      group: 'medicines',
      title: keepUnits(`${isolated(medicine.name)} ${medicine.specification}`),
      detail: `${moneyText(medicine.price, language)} · ${t('palette.prescribeFor', { patient })}`,
      keys: null,
      run: () => prescribe(work, consultation, medicine, language),
    }));
}

type Props = { readonly keys: Keys; readonly onClose: () => void };

const searchAfterMs = 250;

/** Orders that the platform finds for a query of at least two characters. */
function useFoundOrders(query: string): readonly ConsultOrder[] {
  const { api, work$ } = useApp();
  const [found, setFound] = useState<readonly ConsultOrder[]>([]);
  const keyword = work$.value && query.trim().length > 1 ? query.trim() : null;
  useEffect(() => {
    if (keyword === null) return setFound([]);
    const given = new AbortController();
    const timer = setTimeout(() => {
      const request = { keyword, pageNo: 1, pageSize: 8 };
      void api.pageOrders(request, { quiet: true, signal: given.signal }).then((answer) => {
        if (answer.ok && !given.signal.aborted) setFound(answer.data.list);
      });
    }, searchAfterMs);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [api, keyword]);
  return found;
}

/** One search for patients, orders, pages and actions, by name, number or pinyin initials. */
export function Palette({ keys, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const near = useMatches(usePaletteItems(keys), query);
  const item = useOrderItem();
  const listed = new Set(near.map((one) => one.id));
  const far = useFoundOrders(query)
    .filter((order) => !listed.has(`patients ${order.id}`))
    .map((order) => item(order, 'orders'));
  const medicines = useFoundMedicines(query);
  const items = [...near, ...far, ...medicines];
  const choose = (index: number) => {
    const chosen = items[index];
    onClose();
    // Run after the dialog has returned the focus, so that the choice may move it.
    if (chosen) setTimeout(chosen.run);
  };
  const { active, setActive, press } = useListSelection({ count: items.length, choose, close: onClose });
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  return (
    <Dialog
      open
      size="lg"
      title={t('palette.title')}
      closeLabel={t('common.actions.close')}
      firstFocus={box}
      onClose={onClose}
    >
      <Input
        ref={box}
        type="text"
        role="combobox"
        aria-label={t('palette.search')}
        placeholder={t('palette.placeholder')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div className="keys-palette" role="listbox" id={`${id}-list`} aria-label={t('palette.title')}>
        {items.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text box keeps the focus and handles the keys.
          <div
            key={one.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(index)}
          >
            <small>{t(`palette.groups.${one.group}`)}</small>
            <div>
              <span>{one.title}</span>
              <span>{one.detail}</span>
            </div>
            {one.keys ? <Kbd keys={one.keys} /> : null}
          </div>
        ))}
      </div>
      {items.length === 0 ? <p className="keys-nothing">{t('common.state.noResults')}</p> : null}
    </Dialog>
  );
}
