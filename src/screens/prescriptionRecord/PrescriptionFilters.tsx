import { X } from 'lucide-react';
import type { Entry } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { DayFields } from '../DayFields.tsx';
import { KeywordField } from '../KeywordField.tsx';
import { usePrescriptionStates } from '../prescriptionState.ts';
import type { PrescriptionFilter } from './usePrescriptionFilters.ts';

type Props = {
  readonly values: Readonly<Record<PrescriptionFilter, string>>;
  readonly onChange: (name: PrescriptionFilter, value: string) => void;
  /** Null while there is nothing to clear. */
  readonly onClear: (() => void) | null;
};

const choices = (entries: readonly Entry[]) => entries.map(({ value, label }) => ({ value: String(value), label }));

/** What narrows down the list of prescriptions. */
export function PrescriptionFilters({ values, onChange, onClear }: Props) {
  const { t } = useTranslation();
  const { statuses, reviews } = usePrescriptionStates();
  const { keyword, status, review, from, to } = values;
  return (
    <FilterBar label={t('prescriptions.filters')}>
      <KeywordField
        label={t('prescriptions.keyword')}
        value={keyword}
        onSearch={(value) => onChange('keyword', value)}
      />
      <SelectField
        label={t('prescriptions.status')}
        placeholder={t('common.state.all')}
        choices={choices(statuses)}
        value={status}
        onChange={(event) => onChange('status', event.target.value)}
      />
      <SelectField
        label={t('prescriptions.review')}
        placeholder={t('common.state.all')}
        choices={choices(reviews)}
        value={review}
        onChange={(event) => onChange('review', event.target.value)}
      />
      <DayFields from={from} to={to} onChange={onChange} />
      {onClear ? (
        <Button look="ghost" tone="neutral" onClick={onClear}>
          <X aria-hidden="true" />
          {t('orders.clearFilters')}
        </Button>
      ) : null}
    </FilterBar>
  );
}
