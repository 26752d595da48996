import { type ComponentProps, useState } from 'react';
import type { FormulaPart } from '../../../clinical/doses/need.ts';
import { numberText, readTypedNumber, typedNumber } from '../../../clinical/doses/typedNumber.ts';
import { computedQuantity, type DraftLine } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Translate } from '../../locales/texts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { joined } from '../app/joined.ts';
import { useNumberProblem } from '../forms/numberProblem.ts';
import { packRestText } from './regimenText.ts';
import { useClinicalWords } from './useClinicalWords.ts';

type NumberFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  readonly number: number | null;
  readonly onNumber: (number: number | null) => void;
  readonly whole?: boolean;
  /** Typing has ended, so that any text that is no number above 0 is an error. */
  readonly finished?: boolean;
  readonly most?: number;
};

const mostNumber = 999_999;

function numberIn(text: string, whole: boolean): number | null {
  const number = typedNumber(text, { whole });
  return number !== null && number > 0 && number <= mostNumber ? number : null;
}

/** Whether a text that is not read may still become a number, such as "0.", "1 0" on the way to "1 000", or "1/". */
const mayGoOn = (text: string) => /^[\s0.,。．，·]*$/.test(text) || /^\d+( \d{0,2})?$|^(\d+ )?\d+ ?[/.,]$/.test(text);

/** A positive number. What is typed stays until the field is left, which then shows the number that was understood. */
export function NumberField({
  number,
  onNumber,
  whole = false,
  finished = false,
  most = Number.POSITIVE_INFINITY,
  error,
  ...rest
}: NumberFieldProps) {
  const { t } = useTranslation();
  const problemOf = useNumberProblem();
  const [text, setText] = useState('');
  const [isLeft, setLeft] = useState(false);
  const shown = numberIn(text, whole) === number ? text : number === null ? '' : numberText(number);
  const isOver = isLeft || finished || Boolean(error);
  const isWrong = number === null && shown.trim() !== '' && (isOver || !mayGoOn(shown));
  const wrong = () => problemOf(readTypedNumber(shown, { whole }), shown) ?? t('common.form.notANumber');
  const limit = whole ? t('common.form.wholeNumber', { min: 1, max: most }) : t('numbers.tooHigh', { max: most });
  const tooHigh = number !== null && number > most ? limit : null;
  return (
    <TextField
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      error={isWrong ? wrong() : (tooHigh ?? error)}
      onChange={(event) => {
        setText(event.target.value);
        setLeft(false);
        onNumber(numberIn(event.target.value, whole));
      }}
      onBlur={() => {
        setLeft(true);
        if (number !== null) setText(numberText(number));
      }}
    />
  );
}

/**
 * A part of the formula: "2 × 3 × 7", "2 × 4 doses", "(14 + 10) × 30", or "4 + 2 × (3 × 7 − 1)" with a loading dose.
 */
function formulaOf(part: FormulaPart, t: Translate): string {
  if (part.kind === 'unequal') return `(${part.dosesInBase.join(' + ')}) × ${part.days}`;
  const { doseInBase, firstInBase } = part;
  if (part.kind === 'daily') {
    const doses = `${part.timesPerDay} × ${part.days}`;
    return firstInBase ? `${firstInBase} + ${doseInBase} × (${doses} − 1)` : `${doseInBase} × ${doses}`;
  }
  if (part.doses === 1) return firstInBase ?? doseInBase;
  const counted = (count: number) => t('prescription.line.doses', { count });
  return firstInBase
    ? `${firstInBase} + ${doseInBase} × ${counted(part.doses - 1)}`
    : `${doseInBase} × ${counted(part.doses)}`;
}

type Props = { readonly line: DraftLine; readonly onRecalculate: () => void };

/** The source of the quantity: a formula, manual entry, or why none can be calculated. */
export function QuantityNote({ line, onRecalculate }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const computed = computedQuantity(line);
  const recalculable =
    computed?.ok && (line.quantityManual || line.quantity !== computed.packs) ? computed.packs : null;
  if (computed === null) return null;
  if (!computed.ok && line.quantityManual) return <p className="rx-note">{t('prescription.line.manual')}</p>;
  if (!computed.ok)
    return (
      <p className="rx-note">
        {t('prescription.line.noFormula', { why: t(`prescription.quantityWhy.${computed.why}`) })}
      </p>
    );
  const formula = computed.parts.map((part) => formulaOf(part, t)).join(' + ');
  return (
    <p className="rx-note">
      {recalculable === null ? null : <strong>{`${t('prescription.line.manual')} `}</strong>}
      <span data-numeric="">
        {joined('sentences', [
          t('prescription.line.formula', {
            formula,
            total: computed.totalInBase,
            unit: words.unit(line.medicine.minUnit, Number(computed.totalInBase)),
            packs: computed.packs,
            pack: words.unit(line.medicine.packUnit, computed.packs),
          }),
          packRestText({ packRest: computed.packRest, minUnit: line.medicine.minUnit }, { words, t }),
        ])}
      </span>
      {recalculable === null ? null : (
        <button type="button" onClick={onRecalculate}>
          {t('prescription.line.recalculate', { packs: recalculable })}
        </button>
      )}
    </p>
  );
}
