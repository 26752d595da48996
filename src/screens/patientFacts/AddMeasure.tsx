import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { readTypedNumber } from '../../../clinical/doses/typedNumber.ts';
import { microMolPerMgDl } from '../../../clinical/measures/kidneyFunction.ts';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { FactValue } from '../../../contract/factValue.ts';
import { measureBounds } from '../../../contract/settingBounds.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { checkedBy, errorText, type Problems, problem, registerNumber } from '../forms/fields.ts';
import { numberProblem } from '../forms/numberProblem.ts';
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

type Values = { readonly typed: string };

/** What keeps a typed number from being this measure; an empty field is not judged. */
const problemsOf =
  (measure: Measure) =>
  ({ typed }: Values): Problems<Values> => {
    const { min: least, max: most } = measureBounds[measure];
    const read = readTypedNumber(typed);
    if (read.kind !== 'number') {
      const unread = numberProblem(read, typed);
      return unread ? { typed: problem(...unread) } : {};
    }
    const isWithin = (number: number) => number >= least && number <= most;
    if (isWithin(read.value)) return {};
    const [cm, micromoles] = [read.value * 100, read.value * microMolPerMgDl];
    if (measure === 'height' && isWithin(cm))
      return { typed: problem('record.facts.inMetres', { metres: read.value, cm: Math.round(cm) }) };
    if (measure === 'creatinine' && read.value < least && isWithin(micromoles)) {
      const amounts = { milligrams: read.value, micromoles: Math.round(micromoles) };
      return { typed: problem('record.facts.inMilligrams', amounts) };
    }
    return { typed: problem('record.facts.outOfRange', { least, most }) };
  };

/** One measured number, stored with Enter or the button; a value that cannot be right is explained and stays. */
export function AddMeasure({ measure, facts, statementOf }: Props) {
  const { t } = useTranslation();
  const unit = units[measure];
  const [kept, keep] = useKept(`facts.${measure}`, '');
  const form = useForm<Values>({
    resolver: checkedBy(problemsOf(measure)),
    defaultValues: { typed: kept },
    mode: 'onBlur',
    reValidateMode: 'onBlur',
  });
  const { control, formState, handleSubmit, clearErrors, getValues, reset } = form;
  const typed = useWatch({ control, name: 'typed' });
  useEffect(() => keep(typed), [keep, typed]);

  const add = handleSubmit(async (values) => {
    const read = readTypedNumber(values.typed);
    if (read.kind !== 'number') return;
    const isSaved = await facts.save([{ op: 'add', origin: 'doctor', value: statementOf(read.value) }]);
    // What was typed meanwhile stays.
    if (isSaved && getValues('typed') === values.typed) reset({ typed: '' });
  });
  const { onChange, ...field } = registerNumber(form, 'typed');
  const label = t(`record.facts.measures.${measure}`);
  return (
    <form className="facts-measure" data-field={measure} onSubmit={(event) => void add(event)}>
      <TextField
        label={unit === '' ? label : `${label} (${unit})`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        error={errorText(formState.errors.typed)}
        {...field}
        onChange={(event) => {
          clearErrors('typed');
          return onChange(event);
        }}
      />
      <Button
        type="submit"
        size="sm"
        look="outline"
        tone="neutral"
        busy={facts.busy}
        disabled={isBlank(typed)}
        aria-label={t('record.facts.store', { what: label })}
      >
        {t('common.actions.save')}
      </Button>
    </form>
  );
}
