import { useState } from 'react';
import { readTypedNumber } from '../../../clinical/typedNumber.ts';
import { isBlank } from '../../../clinical/writtenReason.ts';
import type { FactValue } from '../../../contract/factValue.ts';
import { measureBounds } from '../../../contract/settingBounds.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useNumberProblem } from '../forms/numberProblem.ts';
import { useKept } from '../forms/useKept.ts';
import type { Facts } from './useFacts.ts';

/** Units of the fields, in which the bounds are. */
const units = {
  weight: 'kg',
  height: 'cm',
  egfr: 'ml/min/1.73 m²',
  creatinine: 'µmol/l',
  week: '',
} as const;
export type Measure = keyof typeof measureBounds;

type Props = {
  readonly measure: Measure;
  readonly facts: Facts;
  readonly statementOf: (number: number) => FactValue;
};

/** One measured number, stored with Enter or the button; a value that cannot be right is explained and stays. */
export function AddMeasure({ measure, facts, statementOf }: Props) {
  const { t } = useTranslation();
  const unit = units[measure];
  const { min: least, max: most } = measureBounds[measure];
  const [text, setText] = useKept(`facts.${measure}`, '');
  const [tried, setTried] = useState(false);
  const problemOf = useNumberProblem();
  const read = readTypedNumber(text);
  const number = read.kind === 'number' ? read.value : null;
  const isValid = number !== null && number >= least && number <= most;
  const isInMetres = measure === 'height' && number !== null && number * 100 >= least && number * 100 <= most;
  const outside = isInMetres
    ? t('record.facts.inMetres', { metres: number, cm: Math.round(number * 100) })
    : t('record.facts.outOfRange', { least, most });
  const wrong = problemOf(read, text) ?? outside;

  async function add() {
    setTried(true);
    if (!isValid || number === null) return;
    if (!(await facts.save([{ op: 'add', origin: 'doctor', value: statementOf(number) }]))) return;
    setText('');
    setTried(false);
  }
  const label = t(`record.facts.measures.${measure}`);
  return (
    <form
      className="facts-measure"
      data-field={measure}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label={unit === '' ? label : `${label} (${unit})`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={text}
        error={tried && !isValid ? wrong : null}
        onChange={(event) => {
          setTried(false);
          setText(event.target.value);
        }}
        onBlur={() => {
          setTried(!isBlank(text));
          if (read.kind === 'number') setText(read.text);
        }}
      />
      <Button
        type="submit"
        size="sm"
        look="outline"
        tone="neutral"
        busy={facts.busy}
        disabled={isBlank(text)}
        aria-label={t('record.facts.store', { what: label })}
      >
        {t('common.actions.save')}
      </Button>
    </form>
  );
}
