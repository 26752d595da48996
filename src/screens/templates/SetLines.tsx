import { X } from 'lucide-react';
import { frequencyCodes } from '../../../clinical/frequency.ts';
import { routeCodes } from '../../../clinical/route.ts';
import { isRegular, withNextStep } from '../../domain/rxRegimen.ts';
import { type EditedLine, type EditedSet, unfinishedIn } from '../../domain/rxTemplates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { NumberField } from '../prescription/QuantityNote.tsx';
import { RegimenFields } from '../prescription/RegimenFields.tsx';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { ChosenDiagnoses, useVariableError } from './TemplateParts.tsx';

type Props = {
  readonly content: EditedSet;
  /** The doctor has tried to save, so what is half written is marked. */
  readonly tried: boolean;
  readonly onChange: (content: EditedSet) => void;
};

/** The medicines of a set with their dosage, its diagnoses and its advice. */
export function SetLines({ content, tried, onChange }: Props) {
  const { t } = useTranslation();
  const wrong = useVariableError();
  const changeLine = (at: number, patch: Partial<EditedLine>) =>
    onChange({ ...content, lines: content.lines.map((line, index) => (index === at ? { ...line, ...patch } : line)) });
  return (
    <>
      <p className="tpl-note">{t('templates.form.openable')}</p>
      {content.lines.map((line, at) => (
        <SetLineFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a set may contain a medicine twice, and lines are never reordered.
          key={`${line.drugId} ${at}`}
          line={line}
          tried={tried}
          onChange={(patch) => changeLine(at, patch)}
          onRemove={() => onChange({ ...content, lines: content.lines.filter((_, index) => index !== at) })}
        />
      ))}
      <ChosenDiagnoses
        diagnoses={content.diagnosisList}
        onChange={(diagnosisList) => onChange({ ...content, diagnosisList: [...diagnosisList] })}
      />
      <TextAreaField
        label={t('prescription.advice')}
        rows={1}
        maxLength={1000}
        value={content.advice}
        error={wrong(content.advice)}
        onChange={(event) => onChange({ ...content, advice: event.target.value })}
      />
    </>
  );
}

const withCurrent = (codes: readonly string[], current: string | null): readonly string[] =>
  current === null || codes.includes(current) ? codes : [...codes, current];

type LineProps = {
  readonly line: EditedLine;
  readonly tried: boolean;
  readonly onChange: (patch: Partial<EditedLine>) => void;
  readonly onRemove: () => void;
};

const mostSteps = 12;

function SetLineFields({ line, tried, onChange, onRemove }: LineProps) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const unfinished = unfinishedIn(line);
  const { steps = [] } = line;
  const wrong = (field: string) => {
    if (!unfinished.some((one) => one === field)) return null;
    if (field === 'maxTimes' || field === 'minHours') return t('prescription.line.upTo24');
    const at = /^steps\.(\d+)\.frequency$/.exec(field)?.[1];
    const chosen = at === undefined ? null : steps[Number(at)]?.frequency;
    if (field === 'frequency' || chosen) return t('prescription.line.notRegular');
    return tried ? t('prescription.line.missing') : null;
  };
  const { drugName, specification, onceDose, onceDoseUnit, frequency, route, days, remark } = line;
  return (
    <fieldset className="tpl-line">
      <legend>
        {drugName} <small>{keepUnits(specification)}</small>
      </legend>
      <IconButton size="sm" label={t('templates.form.removeLine', { drug: drugName })} onClick={onRemove}>
        <X />
      </IconButton>
      <div className="tpl-line-fields">
        <NumberField
          label={`${t('prescription.line.dose')} (${words.unit(onceDoseUnit)})`}
          number={onceDose}
          onNumber={(next) => onChange({ onceDose: next })}
        />
        <SelectField
          label={t('prescription.line.frequency')}
          choices={withCurrent(frequencyCodes, frequency).map((value) => ({ value, label: words.frequency(value) }))}
          placeholder={t('prescription.line.choose')}
          value={frequency ?? ''}
          error={wrong('frequency')}
          onChange={(event) => onChange({ frequency: event.target.value || null })}
        />
        <SelectField
          label={t('prescription.line.route')}
          choices={withCurrent(routeCodes, route).map((value) => ({ value, label: words.route(value) }))}
          placeholder={t('prescription.line.choose')}
          value={route ?? ''}
          onChange={(event) => onChange({ route: event.target.value || null })}
        />
        <NumberField
          whole
          label={t('prescription.line.days')}
          number={days}
          onNumber={(next) => onChange({ days: next })}
        />
        <div className="tpl-line-note">
          <TextField
            label={t('prescription.line.note')}
            value={remark}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => onChange({ remark: event.target.value })}
          />
        </div>
      </div>
      <RegimenFields line={line} wrong={wrong} onChange={onChange} onLess={onChange} />
      {isRegular(frequency) && steps.length < mostSteps ? (
        <div className="tpl-line-more">
          <Button size="sm" look="ghost" tone="neutral" onClick={() => onChange({ steps: withNextStep(line) })}>
            {t('prescription.line.addStep')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
