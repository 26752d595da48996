import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { frequencyCodes } from '../../../clinical/frequency.ts';
import { routeCodes, routesOf } from '../../../clinical/route.ts';
import { unitOf, units } from '../../../clinical/unit.ts';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import type { WarehouseId } from '../../../contract/ids.ts';
import { type DraftLine, hasFittingUnit, type LineField } from '../../domain/rxDraft.ts';
import { stockOf } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Translate } from '../../locales/texts.ts';
import type { LineError } from '../../machines/prescriptionSetup.ts';
import { IconButton } from '../../ui/Button.tsx';
import { moneyText } from '../../ui/format.ts';
import { isImeKey } from '../../ui/ime.ts';
import { ErrorText } from '../../ui/Notice.tsx';
import { type Choice, SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FavouriteStar } from '../templates/FavouriteStar.tsx';
import { drugName, useDrugFacts } from './DrugField.tsx';
import { FindingList } from './FindingList.tsx';
import { NumberField, QuantityNote } from './QuantityNote.tsx';
import { type ClinicalWords, useClinicalWords } from './useClinicalWords.ts';

const withCurrent = (codes: readonly string[], current: string | null): readonly string[] =>
  current === null || current === '' || codes.includes(current) ? codes : [...codes, current];

/** Units of a single dose of this drug: its smallest unit and the unit of its strength. */
function unitChoices({ drug, onceDoseUnit }: DraftLine, words: ClinicalWords): readonly Choice[] {
  const known = [drug.minUnit, drug.strengthUnit ?? drug.minUnit].map((unit) => unitOf(unit)?.dimension);
  const measured = units
    .filter(({ dimension }) => dimension !== 'count' && dimension !== 'pack' && known.includes(dimension))
    .map(({ code }) => code);
  const own = unitOf(drug.minUnit)?.code ?? drug.minUnit;
  const current = unitOf(onceDoseUnit)?.code ?? onceDoseUnit;
  const codes = withCurrent([...new Set([own, ...measured])], current);
  return codes.map((value) => ({ value, label: words.unit(value) }));
}

const frequencyChoices = ({ frequency }: DraftLine, words: ClinicalWords): readonly Choice[] =>
  withCurrent(frequencyCodes, frequency).map((value) => ({ value, label: words.frequency(value) }));

/** Routes that suit the dosage form first; the others are marked as unsuitable. */
function routeChoices({ drug, route }: DraftLine, words: ClinicalWords, t: Translate): readonly Choice[] {
  const fitting: readonly string[] = routesOf(drug.dosageForm) ?? routeCodes;
  const others = withCurrent(routeCodes, route).filter((code) => !fitting.includes(code));
  return [
    ...fitting.map((value) => ({ value, label: words.route(value) })),
    ...others.map((value) => ({ value, label: t('prescription.line.otherRoute', { route: words.route(value) }) })),
  ];
}

export type RxLineProps = {
  readonly line: DraftLine;
  readonly index: number;
  readonly missing: readonly LineField[];
  readonly errors: readonly LineError[];
  /** Refusals and warnings about this line. */
  readonly hits: readonly RuleHit[];
  readonly warehouseId: WarehouseId | null;
  readonly onChange: (key: string, patch: Partial<DraftLine>) => void;
  readonly onFacts: (key: string, drug: Drug, language: string) => void;
  readonly onRemove: (key: string) => void;
  /** Enter in the last field leads to the next drug. */
  readonly onDone: () => void;
};

const noteLength = 200;

/** Enter moves to the next field of the line. */
function goOn(event: KeyboardEvent<HTMLElement>, onDone: () => void) {
  const field = event.target;
  if (event.key !== 'Enter' || isImeKey(event.nativeEvent) || !(field instanceof HTMLElement)) return;
  if (!field.matches('input, select')) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input, select')];
  const next = fields[fields.indexOf(field) + 1];
  if (next) next.focus();
  else onDone();
}

/** A drug with its dosage, route, duration and quantity. */
export function RxLine(props: RxLineProps) {
  const { line, index, missing, errors, hits, warehouseId, onChange, onFacts, onRemove, onDone } = props;
  const { t, language } = useTranslation();
  const words = useClinicalWords();
  const { key, drug } = line;
  useDrugFacts(line, warehouseId, onFacts);
  const name = drugName(drug);
  const change = (patch: Partial<DraftLine>) => onChange(key, patch);
  const saidOf = (...fields: string[]) => errors.find(({ field }) => fields.includes(field))?.msg ?? null;
  const wrong = (field: LineField) =>
    saidOf(field) ?? (missing.includes(field) ? t('prescription.line.missing') : null);
  const stock = stockOf(drug);
  const short = stock !== null && line.quantity !== null && line.quantity > stock;
  const pack = t('prescription.line.packOf', {
    factor: drug.packFactor,
    unit: words.unit(drug.minUnit, drug.packFactor),
    pack: words.unit(drug.packUnit),
  });
  const inStock = stock === null ? null : t('prescription.drug.stock', { stock });
  const whole = saidOf('drugId', 'lines');
  return (
    <fieldset className="rx-line" data-line={key} onKeyDown={(event) => goOn(event, onDone)}>
      <legend className="ui-hidden">{t('prescription.line.name', { number: index + 1, drug: name })}</legend>
      <div className="rx-line-head">
        <span className="rx-line-number">{index + 1}</span>
        <strong>{name}</strong>
        <FavouriteStar drug={drug} warehouseId={warehouseId} />
        <IconButton size="sm" label={t('prescription.line.remove', { drug: name })} onClick={() => onRemove(key)}>
          <X />
        </IconButton>
      </div>
      <p className="rx-line-facts" data-numeric="">
        {[drug.specification, words.form(drug.dosageForm), pack, moneyText(drug.price, language), inStock]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {whole ? <ErrorText urgent>{whole}</ErrorText> : null}
      <FindingList label={t('prescription.line.findings', { number: index + 1 })} hits={hits} />
      {line.was ? (
        <ErrorText urgent>
          {t('prescription.line.changed', {
            stockWas: line.was.stock,
            stock: drug.stock,
            priceWas: moneyText(line.was.price, language),
            price: moneyText(drug.price, language),
          })}
        </ErrorText>
      ) : null}
      <div className="rx-fields">
        <NumberField
          label={t('prescription.line.dose')}
          number={line.onceDose}
          onNumber={(onceDose) => change({ onceDose })}
          error={wrong('onceDose')}
        />
        <SelectField
          label={t('prescription.line.unit')}
          choices={unitChoices(line, words)}
          value={line.onceDoseUnit}
          onChange={(event) => change({ onceDoseUnit: event.target.value })}
          error={saidOf('onceDoseUnit') ?? (hasFittingUnit(line) ? null : t('prescription.line.unitMisfit'))}
        />
        <SelectField
          label={t('prescription.line.frequency')}
          choices={frequencyChoices(line, words)}
          placeholder={t('prescription.line.choose')}
          value={line.frequency ?? ''}
          onChange={(event) => change({ frequency: event.target.value || null })}
          error={wrong('frequency')}
        />
        <SelectField
          label={t('prescription.line.route')}
          choices={routeChoices(line, words, t)}
          placeholder={t('prescription.line.choose')}
          value={line.route ?? ''}
          onChange={(event) => change({ route: event.target.value || null })}
          error={wrong('route')}
        />
        <NumberField
          whole
          label={t('prescription.line.days')}
          number={line.days}
          onNumber={(days) => change({ days })}
          error={wrong('days')}
        />
        <NumberField
          whole
          label={t('prescription.line.quantity')}
          number={line.quantity}
          onNumber={(quantity) => change({ quantity, quantityManual: true })}
          error={wrong('quantity') ?? (short ? t('prescription.line.stockShort', { stock }) : null)}
        />
        <TextField
          label={t('prescription.line.note')}
          value={line.remark}
          maxLength={noteLength}
          autoComplete="off"
          onChange={(event) => change({ remark: event.target.value })}
        />
      </div>
      <QuantityNote line={line} onRecalculate={() => change({ quantityManual: false })} />
    </fieldset>
  );
}
