import { X } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from '../../../locales/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useApp } from '../../app/app.ts';
import { DayFields, FilterBar, KeywordField } from '../../lists/filterFields.tsx';
import { PersonField } from './PersonField.tsx';
import { kinds, type useTrailFilters } from './useTrailFilters.ts';

const foundAtOnce = 20;

/** Who, about which patient or number, of which kind, and when. */
export function TrailFilters({ filters }: { readonly filters: ReturnType<typeof useTrailFilters> }) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const { values, days, set, staff, setStaff, patient, setPatient, isFiltered, clear } = filters;
  const findStaff = useCallback(
    async (keyword: string, signal: AbortSignal) => {
      const answer = await api.pageStaff({ keyword, pageNo: 1, pageSize: foundAtOnce }, { signal, quiet: true });
      if (!answer.ok) return answer;
      const list = answer.data.list.map((one) => ({
        value: one.id,
        label: (language === 'en' && one.nameEn) || one.name,
        detail: one.username,
      }));
      return { ...answer, data: list };
    },
    [api, language],
  );
  const findPatients = useCallback(
    async (keyword: string, signal: AbortSignal) => {
      const answer = await api.findTrailPatients({ keyword }, { signal, quiet: true });
      if (!answer.ok) return answer;
      const list = answer.data.map(({ id, name, mobile, birthYear }) => ({
        value: id,
        label: name,
        detail: mobile,
        note: birthYear === '' ? null : t('operations.trail.born', { year: birthYear }),
      }));
      return { ...answer, data: list };
    },
    [api, t],
  );
  return (
    <FilterBar label={t('operations.trail.filter')}>
      <PersonField
        label={t('operations.trail.who')}
        placeholder={t('operations.trail.whoHint')}
        search={findStaff}
        chosen={staff}
        onChange={setStaff}
      />
      <PersonField
        label={t('operations.trail.patient')}
        placeholder={t('operations.trail.patientHint')}
        search={findPatients}
        chosen={patient}
        onChange={setPatient}
      />
      <KeywordField
        label={t('operations.trail.number')}
        value={values.number}
        onSearch={(number) => set('number', number)}
      />
      <SelectField
        label={t('operations.trail.kind')}
        placeholder={t('common.state.all')}
        choices={kinds.map((value) => ({ value, label: t(`operations.trail.kinds.${value}`) }))}
        value={values.kind}
        onChange={({ target }) => set('kind', target.value)}
      />
      <DayFields from={days.from} to={days.to} onChange={set} />
      {isFiltered ? (
        <Button look="ghost" tone="neutral" onClick={clear}>
          <X aria-hidden="true" />
          <span>{t('operations.trail.clear')}</span>
        </Button>
      ) : null}
    </FilterBar>
  );
}
