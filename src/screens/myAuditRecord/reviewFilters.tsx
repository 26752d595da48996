import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AuditStatus } from '../../../clinical/lifecycle/review.ts';
import type { reviewStatistics } from '../../../contract/extension/audit.ts';
import type { InputOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Checkbox } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { createdBetween, DayFields, FilterBar, KeywordField } from '../lists/filterFields.tsx';
import { useFilters } from '../lists/useFilters.ts';

export type ReviewFilter = InputOf<typeof reviewStatistics>;
export type Doctor = { readonly id: string; readonly name: string };

const names = ['keyword', 'result', 'from', 'to', 'doctor', 'reasons'] as const;
type Name = (typeof names)[number];

const results = new Set([AuditStatus.approved, AuditStatus.rejected].map(String));

/** The filters of the URL, and what they ask the platform for. A filter that no platform would accept is ignored. */
export function useReviewFilters() {
  const { zone } = useApp();
  const { values, set } = useFilters<Name>(names);
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab');
  const clear = () => setSearch(tab === null ? {} : { tab }, { replace: true });
  const { keyword, result, from, to, doctor, reasons } = values;
  const filter = useMemo(
    (): ReviewFilter => ({
      ...(keyword ? { keyword: keyword.slice(0, 100) } : {}),
      ...(results.has(result) ? { result: Number(result) } : {}),
      ...(/^\d{1,18}$/.test(doctor) ? { doctorId: doctor } : {}),
      ...(reasons === 'yes' ? { overridden: true } : {}),
      ...createdBetween(from, to, zone),
    }),
    [keyword, result, from, to, doctor, reasons, zone],
  );
  return { values, set, filter, clear: names.some((name) => values[name] !== '') ? clear : null };
}

type Props = {
  readonly values: Readonly<Record<Name, string>>;
  readonly onChange: (name: Name, value: string) => void;
  /** Null if no filter is set. */
  readonly onClear: (() => void) | null;
  /** Doctors whose prescriptions this reviewer has decided. */
  readonly doctors: readonly Doctor[];
};

/** The filter form of the reviewer's own decisions. */
export function ReviewFilters({ values, onChange, onClear, doctors }: Props) {
  const { t } = useTranslation();
  return (
    <FilterBar label={t('reviewing.mine.filter')}>
      <KeywordField
        label={t('reviewing.mine.keyword')}
        value={values.keyword}
        onSearch={(value) => onChange('keyword', value)}
      />
      <SelectField
        label={t('reviewing.mine.result')}
        choices={[
          { value: String(AuditStatus.approved), label: t('reviewing.mine.results.approved') },
          { value: String(AuditStatus.rejected), label: t('reviewing.mine.results.rejected') },
        ]}
        placeholder={t('reviewing.mine.all')}
        value={values.result}
        onChange={({ target }) => onChange('result', target.value)}
      />
      <DayFields from={values.from} to={values.to} onChange={onChange} />
      <SelectField
        label={t('reviewing.columns.doctor')}
        choices={doctors.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={t('reviewing.mine.all')}
        value={values.doctor}
        onChange={({ target }) => onChange('doctor', target.value)}
      />
      <Checkbox
        label={t('reviewing.mine.onlyReasons')}
        checked={values.reasons === 'yes'}
        onChange={({ target }) => onChange('reasons', target.checked ? 'yes' : '')}
      />
      {onClear ? (
        <Button look="ghost" tone="neutral" onClick={onClear}>
          {t('reviewing.mine.clear')}
        </Button>
      ) : null}
    </FilterBar>
  );
}
