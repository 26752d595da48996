import { ChevronDown, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import type { WarehouseId } from '../../../contract/ids.ts';
import type { LineError } from '../../domain/rxAnswers.ts';
import type { DraftLine, LineField } from '../../domain/rxDraft.ts';
import { stockOf } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';
import { moneyText } from '../../ui/format.ts';
import { ErrorText } from '../../ui/Notice.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { FavouriteStar } from '../templates/FavouriteStar.tsx';
import { FindingList } from './FindingList.tsx';
import { useMedicineFacts } from './MedicineField.tsx';
import { medicineName } from './MedicineSearch.tsx';
import { QuantityNote } from './QuantityNote.tsx';
import { RxLineFields } from './RxLineFields.tsx';
import { isLineField, toNextField } from './toNextField.ts';
import { useClinicalWords } from './useClinicalWords.ts';
import { useLineSummary } from './useLineSummary.ts';

export type RxLineProps = {
  readonly line: DraftLine;
  readonly index: number;
  /** Shows the fields; otherwise the line is one row. */
  readonly open: boolean;
  readonly missing: readonly LineField[];
  readonly errors: readonly LineError[];
  /** Refusals and warnings about this line. */
  readonly hits: readonly RuleHit[];
  /** The medicine is taken as needed, and nothing says how often at most. */
  readonly lacksMaximum: boolean;
  readonly warehouseId: WarehouseId | null;
  readonly onChange: (key: string, patch: Partial<DraftLine>) => void;
  readonly onFacts: (key: string, medicine: Drug, language: string) => void;
  readonly onRemove: (key: string) => void;
  /** The doctor opened or closed the line. */
  readonly onToggle: (key: string) => void;
  /** The focus came into a field of the line. */
  readonly onEdit: (key: string) => void;
  /** Enter in the last field leads to the next medicine. */
  readonly onDone: (key: string) => void;
};

/** Scrolls the focused field back into its form. */
function keepInSight(line: HTMLElement | null) {
  const field = document.activeElement;
  const form = line?.closest('.rx-body');
  if (!field || !form || !line?.contains(field)) return;
  if (field.getBoundingClientRect().bottom > form.getBoundingClientRect().bottom)
    field.scrollIntoView({ block: 'nearest' });
}

/** A medicine with its dosage, route, duration and quantity: one row, or its fields while it is edited. */
export function RxLine(props: RxLineProps) {
  const { line, index, open, missing, errors, hits, lacksMaximum, warehouseId, onChange, onFacts, onRemove } = props;
  const { t, language } = useTranslation();
  const words = useClinicalWords();
  const { key, medicine } = line;
  useMedicineFacts(line, warehouseId, onFacts);
  const summary = useLineSummary(line, lacksMaximum);
  const name = medicineName(medicine);
  const change = (patch: Partial<DraftLine>) => onChange(key, patch);
  const stock = stockOf(medicine);
  const specification = keepUnits(medicine.specification);
  const pack = t('prescription.line.packOf', {
    factor: medicine.packFactor,
    unit: words.unit(medicine.minUnit, medicine.packFactor),
    pack: words.unit(medicine.packUnit),
  });
  const inStock = stock === null ? null : t('prescription.medicine.stock', { stock });
  const whole = errors.find(({ field }) => field === 'drugId' || field === 'lines')?.msg ?? null;
  const fields = useRef<HTMLFieldSetElement>(null);
  // Findings appear above the fields, and must not push the one in use out of sight.
  const found = hits.length;
  useLayoutEffect(() => {
    if (found > 0) keepInSight(fields.current);
  }, [found]);
  return (
    <fieldset
      ref={fields}
      className="rx-line"
      data-line={key}
      onKeyDown={(event) => toNextField(event, () => props.onDone(key))}
      onFocus={(event) => {
        if (isLineField(event.target)) props.onEdit(key);
      }}
    >
      <legend className="ui-hidden">{t('prescription.line.name', { number: index + 1, medicine: name })}</legend>
      <div className="rx-line-head">
        <button type="button" className="rx-line-toggle" aria-expanded={open} onClick={() => props.onToggle(key)}>
          <span className="rx-line-number">{index + 1}</span>
          <span className="rx-line-name">
            <strong>{name}</strong>
            {open ? null : <small>{specification}</small>}
            {open ? null : (
              <span className="rx-line-short" data-numeric="" data-incomplete={summary.complete ? undefined : ''}>
                {summary.text}
              </span>
            )}
          </span>
          <ChevronDown aria-hidden="true" />
        </button>
        {open ? <FavouriteStar medicine={medicine} warehouseId={warehouseId} /> : null}
        <IconButton size="sm" label={t('prescription.line.remove', { medicine: name })} onClick={() => onRemove(key)}>
          <X />
        </IconButton>
      </div>
      {open ? (
        <p className="rx-line-facts" data-numeric="">
          {[
            specification,
            words.form(medicine.dosageForm),
            specification.includes(pack) ? null : pack,
            moneyText(medicine.price, language),
            inStock,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ) : null}
      {whole ? <ErrorText urgent>{whole}</ErrorText> : null}
      <FindingList label={t('prescription.line.findings', { number: index + 1 })} hits={hits} />
      {line.was ? (
        <ErrorText urgent>
          {t('prescription.line.changed', {
            stockWas: line.was.stock,
            stock: medicine.stock,
            priceWas: moneyText(line.was.price, language),
            price: moneyText(medicine.price, language),
          })}
        </ErrorText>
      ) : null}
      {open ? <RxLineFields {...{ line, missing, errors, lacksMaximum }} onChange={change} /> : null}
      {!open && line.quantityManual ? (
        <QuantityNote line={line} onRecalculate={() => change({ quantityManual: false })} />
      ) : null}
    </fieldset>
  );
}
