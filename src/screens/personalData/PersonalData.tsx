import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense, useCallback } from 'react';
import type { getInfo } from '../../../contract/http/account.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { roleOf } from '../../machines/selectors/session.ts';
import { laterPart } from '../../ui/LaterPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { LeaveGuard } from '../forms/LeaveGuard.tsx';
import { useTab } from '../lists/useFilters.ts';
import { type QueryWithActions, useQuery } from '../lists/usePages.ts';
import { AppearanceForm } from './AppearanceForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import './personalData.css';

const Qualification = laterPart(() => import('./Qualification.tsx').then((m) => m.Qualification));
const CertificateReviews = laterPart(async () => {
  const { CertificateReviews: component } = await import('../certificates/CertificateReviews.tsx');
  return component;
});
const Sessions = laterPart(() => import('./Sessions.tsx').then((m) => m.Sessions));
const AlertPanel = laterPart(() => import('../alerts/AlertPanel.tsx').then((m) => m.AlertPanel));
const Security = laterPart(() => import('./Security.tsx').then((m) => m.Security));

type ProfileProps = { readonly result: QueryWithActions<ReplyOf<typeof getInfo>> };

/** What patients and colleagues see of the doctor. */
function Profile({ result }: ProfileProps) {
  return (
    <div className="personal">
      <QueryResult result={result} lines={12}>
        {(info) => <ProfileForm info={info} onAsked={result.reload} />}
      </QueryResult>
    </div>
  );
}

const panels = {
  qualification: <Qualification />,
  reviews: <CertificateReviews />,
  security: <Security />,
  sessions: <Sessions />,
  notifications: <AlertPanel />,
  appearance: <AppearanceForm />,
} as const satisfies Record<string, ReactNode>;
type Name = 'profile' | keyof typeof panels;

/** Only doctors hand in certificates, and nothing calls an administrator. */
const tabsOf = {
  doctor: ['profile', 'qualification', 'security', 'sessions', 'notifications', 'appearance'],
  reviewer: ['profile', 'security', 'sessions', 'notifications', 'appearance'],
  administrator: ['profile', 'security', 'sessions', 'appearance'],
} as const;

/** The person's own data: profile, certificates, sign-in, sessions and settings. */
export function PersonalData() {
  const { t } = useTranslation();
  const { api, session } = useApp();
  const role = useSelector(session, roleOf) ?? 'doctor';
  const profile = useQuery(useCallback((signal) => api.getInfo({}, { signal, quiet: true }), [api]));
  const isReviewer = profile.state === 'ready' && profile.data.reviewsCertificates === true;
  const own: readonly Name[] = tabsOf[role];
  // The hospital gives the right to review to few.
  const tabs = own.flatMap((name) => (name === 'security' && isReviewer ? (['reviews', name] as const) : [name]));
  const { tab, setTab, isOpened } = useTab<Name>(['profile', ...tabs.filter((name) => name !== 'profile')]);
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
            panel: isOpened(name) ? (
              <Suspense fallback={loading}>{name === 'profile' ? <Profile result={profile} /> : panels[name]}</Suspense>
            ) : null,
          }))}
        />
      </Page>
    </LeaveGuard>
  );
}
