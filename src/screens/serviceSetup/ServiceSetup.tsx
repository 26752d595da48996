import { type ReactNode, Suspense, useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { laterPart } from '../../ui/LaterPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { LeaveGuard } from '../forms/LeaveGuard.tsx';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useTab } from '../lists/useFilters.ts';
import { useQuery } from '../lists/usePages.ts';
import { AwayMessage } from './AwayMessage.tsx';
import { DiseaseTags } from './DiseaseTags.tsx';
import { QuickReplySetup } from './QuickReplySetup.tsx';
import { ServiceForm } from './ServiceForm.tsx';
import './setup.css';

const TemplatesSetup = laterPart(() => import('../templates/dialogs.ts').then((m) => m.TemplatesSetup));
const AlertPanel = laterPart(() => import('../alerts/AlertPanel.tsx').then((m) => m.AlertPanel));

/** Consultation types with their terms. */
function Services() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.getConsultConfigs({}, { signal, quiet: true }), [api]));
  useOwnChanges('services', result.refresh);
  return (
    <div className="setup">
      <p className="card-note">{t('settings.services.text')}</p>
      <QueryResult result={result} lines={10}>
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
      </QueryResult>
    </div>
  );
}

const panels = {
  services: <Services />,
  replies: <QuickReplySetup />,
  tags: <DiseaseTags />,
  templates: <TemplatesSetup />,
  away: <AwayMessage />,
  notifications: <AlertPanel />,
} as const satisfies Record<string, ReactNode>;

const tabs = ['services', 'replies', 'tags', 'templates', 'away', 'notifications'] as const;

/** Services that the doctor offers, and what they work with: replies, diagnoses, templates, away message, notifications. */
export function ServiceSetup() {
  const { t } = useTranslation();
  const { tab, setTab, isOpened } = useTab(tabs);
  const loading = <Skeleton loading label={t('common.state.loading')} lines={8} />;
  return (
    <LeaveGuard>
      <Page>
        <PageHeader title={t('settings.title')} />
        <Tabs
          label={t('settings.title')}
          current={tab}
          onChange={setTab}
          keepPanels
          tabs={tabs.map((name) => ({
            name,
            label: name === 'notifications' ? t('profile.tabs.notifications') : t(`settings.${name}.title`),
            panel: isOpened(name) ? <Suspense fallback={loading}>{panels[name]}</Suspense> : null,
          }))}
        />
      </Page>
    </LeaveGuard>
  );
}
