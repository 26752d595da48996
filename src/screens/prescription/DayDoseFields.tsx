import { X } from 'lucide-react';
import type { DayMoment } from '../../../contract/http/prescription.ts';
import { lineBounds } from '../../../contract/settingBounds.ts';
import type { DraftLine, LineField } from '../../domain/rxDraft.ts';
import { momentsLeft, withDayDoses } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { NumberField } from './QuantityNote.tsx';
import { useClinicalWords } from './useClinicalWords.ts';

type Patch = Partial<Pick<DraftLine, 'dayDoses' | 'onceDose' | 'frequency'>>;

type Props = {
  readonly line: Pick<DraftLine, 'dayDoses' | 'onceDoseUnit'>;
  /** Index of the later step of a taper that has these doses; null for the line itself. */
  readonly step?: number | null;
  readonly wrong: (field: LineField) => string | null;
  readonly finished?: boolean;
  readonly onChange: (patch: Patch) => void;
  /** Changes the times of day and moves the focus: to a time's dose, or to the single dose if none is left. */
  readonly onFocus: (patch: Patch, moment: DayMoment | null) => void;
};

/** Doses that differ by time of day, in the place of one dose and its frequency. */
export function DayDoseFields({ line, step = null, wrong, finished = false, onChange, onFocus }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const { dayDoses = [], onceDoseUnit } = line;
  if (dayDoses.length === 0) return null;
  const without = (gone: DayMoment) => dayDoses.filter(({ moment }) => moment !== gone);
  const name = step === null ? ('dayDoses' as const) : (`steps.${step}.dayDoses` as const);
  const said = wrong(name);
  const group =
    step === null ? t('prescription.line.moments') : t('prescription.line.stepMoments', { number: step + 2 });
  return (
    <fieldset className="rx-moments" aria-label={group}>
      {dayDoses.map(({ moment, dose }) => (
        <div className="rx-moment" key={moment} data-moment={moment}>
          <NumberField
            label={t(`prescription.line.moment.${moment}`, { unit: words.unit(onceDoseUnit) })}
            finished={finished}
            most={lineBounds.dose}
            number={dose}
            onNumber={(number) =>
              onChange(withDayDoses(dayDoses.map((one) => (one.moment === moment ? { moment, dose: number } : one))))
            }
            error={wrong(`${name}.${moment}`)}
          />
          {dayDoses.length > 1 ? (
            <IconButton
              size="sm"
              label={t(`prescription.line.removeMoment.${moment}`)}
              onClick={() => onFocus(withDayDoses(without(moment)), without(moment)[0]?.moment ?? null)}
            >
              <X />
            </IconButton>
          ) : null}
        </div>
      ))}
      {said === null ? null : <p className="rx-regimen-wanted">{said}</p>}
      <div className="rx-line-more">
        {momentsLeft(dayDoses).map((moment) => (
          <Button
            key={moment}
            size="sm"
            look="ghost"
            tone="neutral"
            onClick={() => onFocus(withDayDoses([...dayDoses, { moment, dose: null }]), moment)}
          >
            {t(`prescription.line.addMoment.${moment}`)}
          </Button>
        ))}
        <Button size="sm" look="ghost" tone="neutral" onClick={() => onFocus({ dayDoses: undefined }, null)}>
          {t('prescription.line.oneDose')}
        </Button>
      </div>
    </fieldset>
  );
}
