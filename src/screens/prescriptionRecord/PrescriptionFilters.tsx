import { X } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { PrescriptionId } from '../../../contract/ids.ts';
import type { Entry } from '../../domain/enumerations.ts';
import { readPrescriptionId } from '../../domain/readId.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { DayFields, FilterBar, KeywordField } from '../lists/filterFields.tsx';
import { useFilters } from '../lists/useFilters.ts';
import { usePrescriptionStates } from '../prescription/prescriptionState.ts';

const names = ['keyword', 'status', 'review', 'from', 'to'] as const;
type PrescriptionFilter = (typeof names)[number];

/** Filters and the open prescription, all stored in the URL. */
export function usePrescriptionFilters() {
  const [search, setSearch] = useSearchParams();
  const { values, set } = useFilters<PrescriptionFilter>(names);
  const chosen = readPrescriptionId(search.get('id'));
  return {
    values,
    set,
    chosen,
    isFiltered: Object.values(values).some((value) => value !== ''),
    clear: () => setSearch(chosen ? { id: chosen } : {}, { replace: true }),
  };
}

/** URL of a prescription with the current filters; null closes it. */
export function usePrescriptionAddress(): (id: PrescriptionId | null) => { readonly search: string } {
  const [search] = useSearchParams();
  return (id) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('id');
    else next.set('id', id);
    return { search: `?${next}` };
  };
}

type Props = {
  readonly values: Readonly<Record<PrescriptionFilter, string>>;
  readonly onChange: (name: PrescriptionFilter, value: string) => void;
  /** Null if no filter is set. */
  readonly onClear: (() => void) | null;
};

/** Values of a dictionary as choices. */
export const choices = (entries: readonly Entry[]) =>
  entries.map(({ value, label }) => ({ value: String(value), label }));

/** The filter form of the prescription list. */
export function PrescriptionFilters({ values, onChange, onClear }: Props) {
  const { t } = useTranslation();
  const { reviews } = usePrescriptionStates();
  const { keyword, review, from, to } = values;
  return (
    <FilterBar label={t('prescriptions.filters')}>
      <KeywordField
        label={t('prescriptions.keyword')}
        value={keyword}
        onSearch={(value) => onChange('keyword', value)}
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
          <span>{t('orders.clearFilters')}</span>
        </Button>
      ) : null}
    </FilterBar>
  );
}
