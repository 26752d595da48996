import { useSelector } from '@xstate/react';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { roleOf } from '../../machines/session.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useApp } from '../app.ts';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { Page, PageHeader, QueryResult } from '../Page.tsx';
import { useTab } from '../useFilters.ts';
import { useQuery } from '../usePages.ts';
import { AppearanceForm } from './AppearanceForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import './personalData.css';

const Qualification = lazy(() => import('./Qualification.tsx').then((m) => ({ default: m.Qualification })));
const Sessions = lazy(() => import('./Sessions.tsx').then((m) => ({ default: m.Sessions })));
const AlertPanel = lazy(() => import('../alerts/AlertPanel.tsx').then((m) => ({ default: m.AlertPanel })));
const Security = lazy(() => import('./Security.tsx').then((m) => ({ default: m.Security })));

/** What patients and colleagues see of the doctor. */
function Profile() {
  const { api } = useApp();
  const result = useQuery(useCallback((signal) => api.getInfo({}, { signal, quiet: true }), [api]));
  return (
    <div className="personal">
      <QueryResult result={result} lines={12}>
        {(info) => <ProfileForm info={info} />}
      </QueryResult>
    </div>
  );
}

const panels = {
  profile: <Profile />,
  qualification: <Qualification />,
  security: <Security />,
  sessions: <Sessions />,
  notifications: <AlertPanel />,
  appearance: <AppearanceForm />,
} as const satisfies Record<string, ReactNode>;

/** An auditor has no certificates to hand in. */
const tabsOf = {
  doctor: ['profile', 'qualification', 'security', 'sessions', 'notifications', 'appearance'],
  auditor: ['profile', 'security', 'sessions', 'notifications', 'appearance'],
} as const;

/** The person's own data: profile, certificates, sign-in, sessions and settings. */
export function PersonalData() {
  const { t } = useTranslation();
  const role = useSelector(useApp().session, roleOf) ?? 'doctor';
  const tabs = tabsOf[role];
  const { tab, setTab, isOpened } = useTab<keyof typeof panels>(tabs);
  const loading = <Skeleton loading label={t('common.state.loading')} lines={12} />;
  return (
    <LeaveGuard>
      <Page>
        <PageHeader title={t('profile.title')} />
        <Tabs
          label={t('profile.title')}
          current={tab}
          onChange={setTab}
          keepPanels
          tabs={tabs.map((name) => ({
            name,
            label: t(`profile.tabs.${name}`),
            panel: isOpened(name) ? <Suspense fallback={loading}>{panels[name]}</Suspense> : null,
          }))}
        />
      </Page>
    </LeaveGuard>
  );
}
