import { shallowEqual, useSelector } from '@xstate/react';
import { useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { stockOf, withDrug, withDrugNow, withFacts, withLine, withoutLine } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { markedLineKeys, type PrescriptionActor } from '../../machines/prescription.ts';
import { moneyText } from '../../ui/format.ts';
import { DrugField } from './DrugField.tsx';
import { RxLine } from './RxLine.tsx';
import { LineMark } from './RxVersions.tsx';
import type { DraftUse } from './useDraft.ts';

const noHits: readonly RuleHit[] = [];

type Props = {
  readonly prescription: PrescriptionActor;
  readonly draft: RxDraft;
  readonly change: DraftUse['change'];
  /** The doctor has tried to submit, so missing values are marked. */
  readonly tried: boolean;
};

/** The drug search and the lines; the keyboard moves from the search through the fields and back. */
export function RxLineList({ prescription, draft, change, tried }: Props) {
  const { t, language } = useTranslation();
  const orderId = useSelector(prescription, (s) => s.context.orderId);
  const missing = useSelector(prescription, (s) => s.context.missing);
  const hits = useSelector(prescription, (s) => s.context.checked?.hits ?? noHits);
  const errors = useSelector(prescription, (s) => s.context.lineErrors);
  const marked = useSelector(prescription, markedLineKeys, shallowEqual);
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const add = (drug: Drug) => {
    flushSync(() => change((now) => withDrug(now, drug, language)));
    // The combobox takes the focus back in the next frame, so focus the new line in the frame after.
    const focus = () => list.current?.querySelector<HTMLElement>(':scope > li:last-child .rx-fields input')?.focus();
    requestAnimationFrame(() => requestAnimationFrame(focus));
  };
  const learn = useCallback(
    (key: string, drug: Drug, named: string) =>
      change((now) => {
        const known = now.lines.find((line) => line.key === key)?.drug;
        const isChosen = known !== undefined && stockOf(known) !== null;
        return isChosen ? withDrugNow(now, key, drug, named) : withFacts(now, key, drug, named);
      }),
    [change],
  );
  const remove = (key: string) => {
    change((now) => withoutLine(now, key));
    box.current?.focus();
  };
  const total = draft.lines.reduce((sum, { drug, quantity }) => sum + drug.price * (quantity ?? 0), 0);
  const lacks = tried && draft.lines.length === 0 ? t('prescription.linesMissing') : null;
  const general = errors.find(({ field }) => field === 'lines')?.msg ?? null;
  return (
    <div className="rx-drugs">
      <DrugField orderId={orderId} draft={draft} onDrug={add} error={lacks ?? general} box={box} />
      {draft.lines.length === 0 ? (
        <p className="rx-empty">
          <strong>{t('prescription.noLines')}</strong>
          {t('prescription.noLinesText')}
        </p>
      ) : (
        <>
          <ol ref={list} className="rx-lines" aria-label={t('prescription.lines')}>
            {draft.lines.map((line, index) => (
              <li key={line.key}>
                {marked.includes(line.key) ? <LineMark /> : null}
                <RxLine
                  line={line}
                  index={index}
                  missing={missing.filter(({ key }) => key === line.key).map(({ field }) => field)}
                  errors={errors.filter((error) => error.index === index)}
                  hits={hits.filter((hit) => hit.lineIndex === index && hit.level !== 'info')}
                  warehouseId={draft.warehouseId}
                  onFacts={learn}
                  onChange={(key, patch) => change((now) => withLine(now, key, patch))}
                  onRemove={remove}
                  onDone={() => box.current?.focus()}
                />
              </li>
            ))}
          </ol>
          <p className="rx-total" data-numeric="">
            {t('prescription.total', { amount: moneyText(total, language) })}
          </p>
        </>
      )}
    </div>
  );
}
