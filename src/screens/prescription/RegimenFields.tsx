import { X } from 'lucide-react';
import type { DayMoment } from '../../../contract/http/prescription.ts';
import { lineBounds } from '../../../contract/settingBounds.ts';
import type { DraftLine, LineField } from '../../domain/rxDraft.ts';
import { type DraftStep, isAsNeeded } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';
import { NumberField } from './QuantityNote.tsx';
import { TaperStep } from './TaperStep.tsx';
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
  /** Changes the times of day of a step and moves the focus: to a time's dose, or to the step's dose if none is left. */
  readonly onMoment: (patch: Patch, step: number, moment: DayMoment | null) => void;
};

/** What most lines do not have: the limits of a medicine taken as needed, the loading dose, the later steps of a taper. */
export function RegimenFields(props: Props) {
  const { line, wrong, lacksMaximum = false, finished = false, onChange, onLess, onMoment } = props;
  const { t } = useTranslation();
  const words = useClinicalWords();
  const { firstDose, steps = [], onceDoseUnit } = line;
  const asNeeded = isAsNeeded(line.frequency);
  if (!asNeeded && firstDose === undefined && steps.length === 0) return null;
  const withPatch = (key: string, patch: Partial<DraftStep>) =>
    steps.map((step) => (step.key === key ? { ...step, ...patch } : step));
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
            finished={finished}
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
        <TaperStep
          key={step.key}
          step={step}
          at={at}
          unit={onceDoseUnit}
          wrong={wrong}
          finished={finished}
          onChange={(patch) => onChange({ steps: withPatch(step.key, patch) })}
          onFocus={(patch, moment) => onMoment({ steps: withPatch(step.key, patch) }, at + 1, moment)}
          onRemove={() => onLess({ steps: steps.length > 1 ? steps.toSpliced(at, 1) : undefined }, at)}
        />
      ))}
    </div>
  );
}
