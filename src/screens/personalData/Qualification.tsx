import { useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Asked } from '../Asked.tsx';
import { useApp } from '../app.ts';
import { useQuestion } from '../useQuestion.ts';
import { useRefreshInView } from '../useRefreshInView.ts';
import { QualificationForm } from './QualificationForm.tsx';
import { QualificationState } from './QualificationState.tsx';

/** What allows the doctor to practise, and whether the hospital has confirmed it. */
export function Qualification() {
  const { api } = useApp();
  const { t } = useTranslation();
  const asked = useQuestion(useCallback((signal) => api.getQualification({}, { signal, quiet: true }), [api]));
  useRefreshInView(asked.refresh);
  return (
    <div className="personal">
      <Asked asked={asked} lines={12}>
        {(kept) => (
          <div className="personal-columns">
            <QualificationForm kept={kept} onSaved={asked.again} />
            {kept ? (
              <QualificationState kept={kept} />
            ) : (
              <section className="card" aria-label={t('profile.qualification.state')}>
                <h2>{t('profile.qualification.state')}</h2>
                <p>{t('profile.qualification.none')}</p>
              </section>
            )}
          </div>
        )}
      </Asked>
    </div>
  );
}
