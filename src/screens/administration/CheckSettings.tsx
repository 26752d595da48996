import { useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { LeaveGuard } from '../forms/LeaveGuard.tsx';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useQuery } from '../lists/usePages.ts';
import { CheckHistory } from './CheckHistory.tsx';
import { CheckSettingsForm } from './CheckSettingsForm.tsx';
import './catalogues.css';

const noNames = { ingredients: [], titles: [], medicines: [] };

/** The hospital's settings of the checks, and their history. */
export function CheckSettings() {
  const { api } = useApp();
  const { t } = useTranslation();
  const current = useQuery(useCallback((signal) => api.getRuleSettings({}, { signal, quiet: true }), [api]));
  const history = useQuery(useCallback((signal) => api.ruleSettingHistory({}, { signal, quiet: true }), [api]));
  useOwnChanges('checks', history.refresh);
  const named = current.state === 'ready' ? current.data : noNames;
  const changed = () => {
    void current.refresh();
    void history.refresh();
  };
  return (
    <LeaveGuard>
      <Page>
        <PageHeader title={t('catalogues.checks.title')} text={t('catalogues.checks.text')} />
        <QueryResult result={current} lines={14}>
          {(settings) => <CheckSettingsForm key={settings.version} current={settings} onChanged={changed} />}
        </QueryResult>
        <QueryResult result={history}>{(versions) => <CheckHistory versions={versions} named={named} />}</QueryResult>
      </Page>
    </LeaveGuard>
  );
}
