import { useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useQuery } from '../lists/usePages.ts';
import { useRefreshInView } from '../lists/useRefreshInView.ts';
import { QualificationForm } from './QualificationForm.tsx';
import { QualificationState } from './QualificationState.tsx';

/** The certificates that allow the doctor to practise, and the hospital's decision on them. */
export function Qualification() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.getQualification({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
  return (
    <div className="personal">
      <QueryResult result={result} lines={12}>
        {(stored) => (
          <div className="personal-columns">
            <QualificationForm stored={stored} onSaved={result.reload} />
            {stored ? (
              <QualificationState stored={stored} />
            ) : (
              <section className="card" aria-label={t('profile.qualification.state')}>
                <h2>{t('profile.qualification.state')}</h2>
                <p>{t('profile.qualification.none')}</p>
              </section>
            )}
          </div>
        )}
      </QueryResult>
    </div>
  );
}
