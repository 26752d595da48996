import { shallowEqual, useSelector } from '@xstate/react';
import { useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { type DraftLine, missingIn, type RxDraft } from '../../domain/rxDraft.ts';
import { stockOf, withFacts, withLine, withMedicine, withMedicineNow, withoutLine } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import {
  draftOf,
  lineErrorsOf,
  linesMissing,
  markedLineKeys,
  orderIdOf,
} from '../../machines/selectors/prescription.ts';
import { moneyText } from '../../ui/format.ts';
import { useKept } from '../forms/useKept.ts';
import { MedicineField } from './MedicineField.tsx';
import { RxLine } from './RxLine.tsx';
import { LineMark } from './RxVersions.tsx';
import type { DraftUse } from './useDraft.ts';

type Props = {
  readonly prescription: PrescriptionActor;
  readonly draft: RxDraft;
  readonly change: DraftUse['change'];
  /** The doctor has tried to submit, so missing values are marked. */
  readonly tried: boolean;
  readonly hits: readonly RuleHit[];
  /** Findings that are shown as fields to fill in. */
  readonly toFillIn: readonly RuleHit[];
};

const isShort = ({ medicine, quantity }: DraftLine) => quantity !== null && quantity > (stockOf(medicine) ?? quantity);
const lastKey = ({ lines }: RxDraft) => lines.at(-1)?.key ?? null;

/** The medicine search and the lines, of which the one being edited is open; the keyboard moves from the search through the fields and back. */
export function RxLineList({ prescription, draft, change, tried, hits, toFillIn }: Props) {
  const { t, language } = useTranslation();
  const orderId = useSelector(prescription, orderIdOf);
  const missing = useSelector(prescription, linesMissing);
  const errors = useSelector(prescription, lineErrorsOf);
  const marked = useSelector(prescription, markedLineKeys, shallowEqual);
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [edited, setEdited] = useKept<string | null>('rx.edited', null);
  const add = (medicine: Drug) => {
    flushSync(() => {
      change((now) => withMedicine(now, medicine, language));
      setEdited(lastKey(draftOf(prescription.getSnapshot())));
    });
    // The combobox takes the focus back in the next frame, so focus the new line in the frame after.
    const focus = () => list.current?.querySelector<HTMLElement>(':scope > li:last-child .rx-fields input')?.focus();
    requestAnimationFrame(() => requestAnimationFrame(focus));
  };
  const learn = useCallback(
    (key: string, medicine: Drug, named: string) =>
      change((now) => {
        const known = now.lines.find((line) => line.key === key)?.medicine;
        const isChosen = known !== undefined && stockOf(known) !== null;
        return isChosen ? withMedicineNow(now, key, medicine, named) : withFacts(now, key, medicine, named);
      }),
    [change],
  );
  const isOpen = (line: DraftLine, wrong: boolean) =>
    line.key === edited || wrong || isShort(line) || (edited === null && missingIn(line).length > 0);
  const toggle = (key: string, open: boolean) => {
    flushSync(() => setEdited(open ? null : key));
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
    if (!open)
      lines
        .find(({ dataset }) => dataset.line === key)
        ?.querySelector('input')
        ?.focus();
  };
  const finish = (key: string) => {
    const line = draft.lines.find((one) => one.key === key);
    if (line && missingIn(line).length === 0) setEdited(null);
    box.current?.focus();
  };
  const remove = (key: string) => {
    change((now) => withoutLine(now, key));
    box.current?.focus();
  };
  const total = draft.lines.reduce((sum, { medicine, quantity }) => sum + medicine.price * (quantity ?? 0), 0);
  const lacks = tried && draft.lines.length === 0 ? t('prescription.linesMissing') : null;
  const general = errors.find(({ field }) => field === 'lines')?.msg ?? null;
  return (
    <div className="rx-medicines">
      <MedicineField orderId={orderId} draft={draft} onMedicine={add} error={lacks ?? general} box={box} />
      {draft.lines.length === 0 ? (
        <p className="rx-empty">
          <strong>{t('prescription.noLines')}</strong>
          <span>{t('prescription.noLinesText')}</span>
        </p>
      ) : (
        <>
          <ol ref={list} className="rx-lines" aria-label={t('prescription.lines')}>
            {draft.lines.map((line, index) => {
              const lacks = missing.filter(({ key }) => key === line.key).map(({ field }) => field);
              const said = errors.filter((error) => error.index === index);
              const open = isOpen(line, lacks.length + said.length > 0);
              return (
                <li key={line.key}>
                  {marked.includes(line.key) ? <LineMark /> : null}
                  <RxLine
                    line={line}
                    index={index}
                    open={open}
                    missing={lacks}
                    errors={said}
                    hits={hits.filter((hit) => hit.lineIndex === index && hit.level !== 'info')}
                    lacksMaximum={toFillIn.some((hit) => hit.lineIndex === index)}
                    warehouseId={draft.warehouseId}
                    onFacts={learn}
                    onChange={(key, patch) => change((now) => withLine(now, key, patch))}
                    onRemove={remove}
                    onToggle={(key) => toggle(key, open)}
                    onEdit={setEdited}
                    onDone={finish}
                  />
                </li>
              );
            })}
          </ol>
          <p className="rx-total" data-numeric="">
            {t('prescription.total', { amount: moneyText(total, language) })}
          </p>
        </>
      )}
    </div>
  );
}
