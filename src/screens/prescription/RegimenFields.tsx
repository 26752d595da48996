import { X } from 'lucide-react';
import { lineBounds } from '../../../contract/settingBounds.ts';
import type { DraftLine, LineField } from '../../domain/rxDraft.ts';
import { type DraftStep, isAsNeeded } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { frequencyChoices } from './lineChoices.ts';
import { NumberField } from './QuantityNote.tsx';
import { useClinicalWords } from './useClinicalWords.ts';

/** A change of the parts that most lines do not have. */
type Patch = Partial<Pick<DraftLine, 'firstDose' | 'steps' | 'maxTimes' | 'minHours'>>;

type Props = {
  readonly line: Patch & Pick<DraftLine, 'frequency' | 'onceDoseUnit'>;
  readonly wrong: (field: LineField) => string | null;
  readonly lacksMaximum?: boolean;
  readonly finished?: boolean;
  readonly onChange: (patch: Patch) => void;
  /** Removes a part and moves the focus into the step before it; 0 is the line's own dose. */
  readonly onLess: (patch: Patch, focusAt: number) => void;
};

/** What most lines do not have: the limits of a drug taken as needed, the loading dose, the later steps of a taper. */
export function RegimenFields({ line, wrong, lacksMaximum = false, finished = false, onChange, onLess }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const { firstDose, steps = [], onceDoseUnit } = line;
  const asNeeded = isAsNeeded(line.frequency);
  if (!asNeeded && firstDose === undefined && steps.length === 0) return null;
  const put = (key: string, patch: Partial<DraftStep>) =>
    onChange({ steps: steps.map((step) => (step.key === key ? { ...step, ...patch } : step)) });
  return (
    <div className="rx-regimen">
      {asNeeded ? (
        <div className="rx-regimen-row" data-limits="">
          <NumberField
            whole
            label={t('prescription.line.maxTimes')}
            finished={finished}
            number={line.maxTimes ?? null}
            onNumber={(maxTimes) => onChange({ maxTimes })}
            error={wrong('maxTimes')}
          />
          <NumberField
            whole
            label={t('prescription.line.minHours')}
            finished={finished}
            number={line.minHours ?? null}
            onNumber={(minHours) => onChange({ minHours })}
            error={wrong('minHours')}
          />
          {lacksMaximum ? <p className="rx-regimen-wanted">{t('prescription.line.maximumWanted')}</p> : null}
        </div>
      ) : null}
      {firstDose === undefined ? null : (
        <div className="rx-regimen-row" data-first="">
          <NumberField
            label={`${t('prescription.line.loading')} (${words.unit(onceDoseUnit)})`}
            most={lineBounds.dose}
            number={firstDose}
            onNumber={(number) => onChange({ firstDose: number })}
            error={wrong('firstDose')}
          />
          <IconButton
            size="sm"
            label={t('prescription.line.removeLoading')}
            onClick={() => onLess({ firstDose: undefined }, 0)}
          >
            <X />
          </IconButton>
        </div>
      )}
      {steps.map((step, at) => (
        <div className="rx-regimen-row" key={step.key} data-step={at + 1}>
          <NumberField
            label={t('prescription.line.stepDose', { number: at + 2, unit: words.unit(onceDoseUnit) })}
            most={lineBounds.dose}
            number={step.dose}
            onNumber={(dose) => put(step.key, { dose })}
            error={wrong(`steps.${at}.dose`)}
          />
          <SelectField
            label={t('prescription.line.stepFrequency', { number: at + 2 })}
            choices={frequencyChoices(step.frequency, { onlyRegular: true, words })}
            placeholder={t('prescription.line.choose')}
            value={step.frequency ?? ''}
            onChange={(event) => put(step.key, { frequency: event.target.value || null })}
            error={wrong(`steps.${at}.frequency`)}
          />
          <NumberField
            whole
            label={t('prescription.line.stepDays', { number: at + 2 })}
            most={lineBounds.days.max}
            number={step.days}
            onNumber={(days) => put(step.key, { days })}
            error={wrong(`steps.${at}.days`)}
          />
          <IconButton
            size="sm"
            label={t('prescription.line.removeStep', { number: at + 2 })}
            onClick={() => onLess({ steps: steps.length > 1 ? steps.toSpliced(at, 1) : undefined }, at)}
          >
            <X />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
