import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { getPrescriptionNum } from '../../../contract/http/prescription.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';

type Props = {
  /** Null while they are not known. */
  readonly counts: ReplyOf<typeof getPrescriptionNum> | null;
  readonly current: string;
  readonly onChoose: (name: 'status', value: string) => void;
};

const states = {
  pending: PrescriptionStatus.pending,
  rejected: PrescriptionStatus.rejected,
  cancelled: PrescriptionStatus.voided,
  expired: PrescriptionStatus.expired,
} as const;
const names = Object.keys(states) as (keyof typeof states)[];

/** How many prescriptions are in which state; each number shows just those. */
export function PrescriptionCounts({ counts, current, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="rx-counts">
      <legend className="ui-hidden">{t('prescriptions.counts')}</legend>
      {names.map((name) => {
        const value = String(states[name]);
        const isCurrent = current === value;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isCurrent}
            onClick={() => onChoose('status', isCurrent ? '' : value)}
          >
            {t(`prescriptions.count.${name}`)} <strong>{counts?.[name] ?? '–'}</strong>
          </button>
        );
      })}
    </fieldset>
  );
}
