import type { PatientBrief } from '../../contract/shared.ts';
import { allergiesOf } from '../domain/allergies.ts';
import { useTranslation } from '../locales/i18n.ts';

/** The allergies on file as text; that there are none or that nobody asked is said in the reader's language. */
export function useAllergyText() {
  const { t } = useTranslation();
  return ({ allergy }: Pick<PatientBrief, 'allergy'>): string => {
    const { kind } = allergiesOf(allergy);
    if (kind === 'none') return t('workspace.patient.noAllergies');
    return kind === 'unknown' ? t('workspace.patient.allergiesNotRecorded') : (allergy ?? '');
  };
}
