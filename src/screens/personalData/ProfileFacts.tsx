import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app.ts';
import { Facts } from '../Facts.tsx';
import { useLive } from '../useLive.ts';
import type { Info } from './profileFields.ts';

/** What the hospital says of the doctor; the doctor reads it. */
export function ProfileFacts({ info }: { readonly info: Info }) {
  const { t } = useTranslation();
  const { Doctor_Title: titles, Science_Title: academic, Hosp_Level: levels } = useLive(useApp().lists$);
  const named = (entries: typeof titles, value: number | null | undefined) =>
    typeof value === 'number' ? (labelOf(entries, value) ?? t('common.state.unknown', { value })) : null;
  const { hospitalName, hospLevel, deptName, titleCode, scienceTitleCode, mobile } = info;
  return (
    <section className="card" aria-label={t('profile.facts')}>
      <h2>{t('profile.facts')}</h2>
      <Facts
        label={t('profile.facts')}
        rows={[
          [t('profile.hospital'), hospitalName],
          [t('profile.level'), named(levels, hospLevel)],
          [t('profile.department'), deptName],
          [t('profile.professionalTitle'), named(titles, titleCode)],
          [t('profile.academicTitle'), named(academic, scienceTitleCode)],
          [t('profile.mobile'), mobile],
        ]}
      />
      <p className="card-note">{t('profile.factsHint')}</p>
    </section>
  );
}
