import { X } from 'lucide-react';
import type { DayMoment } from '../../../contract/http/prescription.ts';
import { lineBounds } from '../../../contract/settingBounds.ts';
import type { LineField } from '../../domain/rxDraft.ts';
import { canBeUnequal, type DraftStep, equalDayDoses } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { DayDoseFields } from './DayDoseFields.tsx';
import { frequencyChoices } from './lineChoices.ts';
import { NumberField } from './QuantityNote.tsx';
import { useClinicalWords } from './useClinicalWords.ts';

type Patch = Partial<DraftStep>;

type Props = {
  readonly step: DraftStep;
  /** Its index among the steps after the first. */
  readonly at: number;
  readonly unit: string;
  readonly wrong: (field: LineField) => string | null;
  readonly finished: boolean;
  readonly onChange: (patch: Patch) => void;
  /** Changes the times of day and moves the focus: to a time's dose, or to the step's dose if none is left. */
  readonly onFocus: (patch: Patch, moment: DayMoment | null) => void;
  readonly onRemove: () => void;
};

/** Doses by time of day as a change of a step, whose dose is the largest of them. */
const asStep = ({ onceDose, ...rest }: Patch & { onceDose?: number | null }): Patch =>
  onceDose === undefined ? rest : { ...rest, dose: onceDose };

/** A later step of a taper: one dose with its frequency or doses by time of day, and its days. */
export function TaperStep({ step, at, unit, wrong, finished, onChange, onFocus, onRemove }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const number = at + 2;
  const { dose, frequency, days, dayDoses } = step;
  const isUnequal = (dayDoses ?? []).length > 0;
  const begun = canBeUnequal({ frequency, dayDoses, firstDose: undefined })
    ? asStep(equalDayDoses({ frequency, onceDose: dose }))
    : null;
  return (
    <div className="rx-step" data-step={number - 1}>
      <DayDoseFields
        line={{ dayDoses, onceDoseUnit: unit }}
        step={at}
        wrong={wrong}
        finished={finished}
        onChange={(patch) => onChange(asStep(patch))}
        onFocus={(patch, moment) => onFocus(asStep(patch), moment)}
      />
      <div className="rx-regimen-row" data-days={isUnequal ? '' : undefined}>
        {isUnequal ? null : (
          <>
            <NumberField
              label={t('prescription.line.stepDose', { number, unit: words.unit(unit) })}
              finished={finished}
              most={lineBounds.dose}
              number={dose}
              onNumber={(next) => onChange({ dose: next })}
              error={wrong(`steps.${at}.dose`)}
            />
            <SelectField
              label={t('prescription.line.stepFrequency', { number })}
              choices={frequencyChoices(frequency, { onlyRegular: true, words })}
              placeholder={t('prescription.line.choose')}
              value={frequency ?? ''}
              onChange={(event) => onChange({ frequency: event.target.value || null })}
              error={wrong(`steps.${at}.frequency`)}
            />
          </>
        )}
        <NumberField
          whole
          label={t('prescription.line.stepDays', { number })}
          finished={finished}
          most={lineBounds.days.max}
          number={days}
          onNumber={(next) => onChange({ days: next })}
          error={wrong(`steps.${at}.days`)}
        />
        <IconButton size="sm" label={t('prescription.line.removeStep', { number })} onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      {begun === null ? null : (
        <Button
          size="sm"
          look="ghost"
          tone="neutral"
          onClick={() => onFocus(begun, begun.dayDoses?.[0]?.moment ?? null)}
        >
          {t('prescription.line.addStepMoments', { number })}
        </Button>
      )}
    </div>
  );
}
