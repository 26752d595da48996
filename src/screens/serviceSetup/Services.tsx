import { useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Asked } from '../Asked.tsx';
import { useApp } from '../app.ts';
import { useQuestion } from '../useQuestion.ts';
import { ServiceForm } from './ServiceForm.tsx';
import './setup.css';

/** The kinds of consultation, each with its terms. */
export function Services() {
  const { api } = useApp();
  const { t } = useTranslation();
  const asked = useQuestion(useCallback((signal) => api.getConsultConfigs({}, { signal, quiet: true }), [api]));
  return (
    <div className="setup">
      <p className="card-note">{t('settings.services.text')}</p>
      <Asked asked={asked} lines={10}>
        {(configs) =>
          configs.length === 0 ? (
            <EmptyState title={t('settings.services.none')} text={t('settings.services.noneText')} />
          ) : (
            <div className="setup-services">
              {configs.map((config) => (
                <ServiceForm key={config.id} config={config} />
              ))}
            </div>
          )
        }
      </Asked>
    </div>
  );
}
