import { type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { blankIn } from '../../../clinical/words/blanks.ts';
import { lineBounds } from '../../../contract/settingBounds.ts';
import type { LineError } from '../../domain/rxAnswers.ts';
import {
  computedQuantity,
  type DraftLine,
  hasFittingUnit,
  type LineField,
  lineFor,
  missingIn,
  withQuantity,
} from '../../domain/rxDraft.ts';
import { stockOf } from '../../domain/rxLines.ts';
import { canBeUnequal, equalDayDoses, isRegular, withNextStep } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { DayDoseFields } from './DayDoseFields.tsx';
import { frequencyChoices, routeChoices, unitChoices } from './lineChoices.ts';
import { NumberField, QuantityNote } from './QuantityNote.tsx';
import { RegimenFields } from './RegimenFields.tsx';
import { useClinicalWords } from './useClinicalWords.ts';
import './prescription.css';

type Props = {
  readonly line: DraftLine;
  readonly missing: readonly LineField[];
  readonly errors: readonly LineError[];
  readonly lacksMaximum: boolean;
  /** Empty fields are filled in later: the dosage by the usual one, the quantity by its formula. */
  readonly leftOpen?: boolean;
  /** Whether a text that is no number above 0 is an error, instead of one that is still being typed. */
  readonly finished?: boolean;
  readonly onChange: (patch: Partial<DraftLine>) => void;
};

const noteLength = 200;

/** The error of a field: the platform's, or what is missing or contradicts itself. */
function useWrong({ line, missing, errors }: Props) {
  const { t } = useTranslation();
  const now = missingIn(line);
  const isOdd = (field: LineField) => now.includes(field) && writtenIn(line, field) !== null;
  return (field: LineField): string | null => {
    const said = errors.find((error) => error.field === field)?.msg;
    if (said) return said;
    const blank = field === 'remark' && missing.includes(field) ? blankIn(line.remark) : null;
    if (blank) return t('prescription.blank', { blank: blank.text });
    if (field === 'remark') return null;
    if (field === 'maxTimes' || field === 'minHours') return isOdd(field) ? t('prescription.line.upTo24') : null;
    if (field.endsWith('dayDoses') && now.includes(field)) return t('prescription.line.tooFewMoments');
    if (field === 'firstDose' && isOdd(field) && line.dayDoses) return t('prescription.line.loadingWithMoments');
    if (isOdd(field)) return t('prescription.line.notRegular');
    return missing.includes(field) ? t('prescription.line.missing') : null;
  };
}

/** What is written in a field of the regimen; null if it is empty. */
function writtenIn(line: DraftLine, field: LineField): number | string | null {
  const [name, at, part] = field.split('.');
  const step = name === 'steps' ? line.steps?.[Number(at)] : undefined;
  if (step && part === 'dayDoses') return null;
  if (step) return part === 'frequency' ? step.frequency : part === 'days' ? step.days : step.dose;
  if (field === 'frequency') return line.frequency;
  return field === 'firstDose' || field === 'maxTimes' || field === 'minHours' ? (line[field] ?? null) : null;
}

/** The line with its empty fields filled in by the usual dosage; null without facts of its medicine. */
function filledInLater(line: DraftLine): DraftLine | null {
  if (stockOf(line.medicine) === null) return null;
  const usual = lineFor(line.medicine, line.key);
  const { onceDose, onceDoseUnit } = line.onceDose === null ? usual : line;
  const { frequency, route, days } = usual;
  const dosage = { frequency: line.frequency ?? frequency, route: line.route ?? route, days: line.days ?? days };
  return withQuantity({ ...line, onceDose, onceDoseUnit, ...dosage });
}

/** Draws a change, then moves the focus into a field. */
const changeAndFocus = (box: RefObject<HTMLElement | null>, selector: string, change: () => void) => {
  flushSync(change);
  const field = box.current?.querySelector<HTMLInputElement>(selector);
  field?.focus();
  // What is typed next replaces what stands there, as it does after Tab.
  field?.select();
};

/** The fields of the line that is being edited. */
export function RxLineFields(props: Props) {
  const { line, errors, leftOpen = false, finished = false, onChange } = props;
  const { t } = useTranslation();
  const words = useClinicalWords();
  const wrong = useWrong(props);
  const box = useRef<HTMLDivElement>(null);
  const stock = stockOf(line.medicine);
  const short = !leftOpen && stock !== null && line.quantity !== null && line.quantity > stock;
  const unitSaid = errors.find(({ field }) => field === 'onceDoseUnit')?.msg ?? null;
  const steps = line.steps ?? [];
  const isUnequal = (line.dayDoses ?? []).length > 0;
  const later = leftOpen ? filledInLater(line) : null;
  const empty = (number: number | null | undefined) => (typeof number === 'number' ? String(number) : undefined);
  const choose = (word: string | null) =>
    word === null ? t('prescription.line.choose') : t('prescription.line.usual', { word });
  return (
    <div ref={box} className="rx-edited">
      <div className="rx-fields">
        {isUnequal ? null : (
          <div data-field="dose">
            <NumberField
              label={t('prescription.line.dose')}
              finished={finished}
              most={lineBounds.dose}
              number={line.onceDose}
              onNumber={(onceDose) => onChange({ onceDose })}
              placeholder={later?.onceDoseUnit === line.onceDoseUnit ? empty(later.onceDose) : undefined}
              error={wrong('onceDose')}
            />
          </div>
        )}
        <div data-field="unit">
          <SelectField
            label={t('prescription.line.unit')}
            choices={unitChoices(line, words)}
            value={line.onceDoseUnit}
            onChange={(event) => onChange({ onceDoseUnit: event.target.value })}
            error={unitSaid ?? (hasFittingUnit(line) ? null : t('prescription.line.unitMisfit'))}
          />
        </div>
        {isUnequal ? null : (
          <div data-field="frequency">
            <SelectField
              label={t('prescription.line.frequency')}
              choices={frequencyChoices(line.frequency, {
                onlyRegular: steps.length > 0 || line.firstDose !== undefined,
                words,
              })}
              placeholder={choose(later?.frequency ? words.frequency(later.frequency) : null)}
              value={line.frequency ?? ''}
              onChange={(event) => onChange({ frequency: event.target.value || null })}
              error={wrong('frequency')}
            />
          </div>
        )}
        <div data-field="route">
          <SelectField
            label={t('prescription.line.route')}
            choices={routeChoices(line, words, t)}
            placeholder={choose(later?.route ? words.route(later.route) : null)}
            value={line.route ?? ''}
            onChange={(event) => onChange({ route: event.target.value || null })}
            error={wrong('route')}
          />
        </div>
        <div data-field="days">
          <NumberField
            whole
            label={t('prescription.line.days')}
            finished={finished}
            most={lineBounds.days.max}
            number={line.days}
            onNumber={(days) => onChange({ days })}
            placeholder={empty(later?.days)}
            error={wrong('days')}
          />
        </div>
        <DayDoseFields
          line={line}
          wrong={wrong}
          finished={finished}
          onChange={onChange}
          onFocus={(patch, moment) =>
            changeAndFocus(box, moment ? `[data-moment="${moment}"] input` : '[data-field="dose"] input', () =>
              onChange(patch),
            )
          }
        />
        <RegimenFields
          line={line}
          wrong={wrong}
          lacksMaximum={props.lacksMaximum}
          finished={finished}
          onChange={onChange}
          onLess={(patch, at) =>
            changeAndFocus(box, at === 0 ? '[data-field="dose"] input' : `[data-step="${at}"] input`, () =>
              onChange(patch),
            )
          }
          onMoment={(patch, step, moment) =>
            changeAndFocus(box, `[data-step="${step}"] ${moment ? `[data-moment="${moment}"] ` : ''}input`, () =>
              onChange(patch),
            )
          }
        />
        <div data-field="quantity">
          <NumberField
            whole
            label={t('prescription.line.quantity')}
            finished={finished}
            most={lineBounds.packs.max}
            number={line.quantity}
            onNumber={(quantity) => onChange({ quantity, quantityManual: true })}
            placeholder={empty(later?.quantity)}
            error={wrong('quantity') ?? (short ? t('prescription.line.stockShort', { stock }) : null)}
          />
        </div>
        <div data-field="note">
          <TextField
            label={t('prescription.line.note')}
            value={line.remark}
            maxLength={noteLength}
            autoComplete="off"
            error={wrong('remark')}
            onChange={(event) => onChange({ remark: event.target.value })}
          />
        </div>
      </div>
      {leftOpen && !(later && computedQuantity(later)?.ok) ? null : (
        <QuantityNote line={later ?? line} onRecalculate={() => onChange({ quantityManual: false })} />
      )}
      {isRegular(line.frequency) ? (
        <div className="rx-line-more">
          {steps.length < lineBounds.steps ? (
            <Button
              size="sm"
              look="ghost"
              tone="neutral"
              onClick={() =>
                changeAndFocus(box, '[data-step]:last-child input', () => onChange({ steps: withNextStep(line) }))
              }
            >
              {t('prescription.line.addStep')}
            </Button>
          ) : null}
          {!canBeUnequal(line) ? null : (
            <Button
              size="sm"
              look="ghost"
              tone="neutral"
              onClick={() => changeAndFocus(box, '[data-moment] input', () => onChange(equalDayDoses(line)))}
            >
              {t('prescription.line.addMoments')}
            </Button>
          )}
          {line.firstDose === undefined && !isUnequal ? (
            <Button
              size="sm"
              look="ghost"
              tone="neutral"
              onClick={() => changeAndFocus(box, '[data-first] input', () => onChange({ firstDose: null }))}
            >
              {t('prescription.line.addLoading')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
