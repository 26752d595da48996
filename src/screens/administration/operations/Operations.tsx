import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../locales/i18n.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { PageHeader } from '../../Page.tsx';
import { useTab } from '../../useFilters.ts';
import './operations.css';

const panels = {
  live: lazy(() => import('./LivePanel.tsx').then(({ LivePanel }) => ({ default: LivePanel }))),
  sessions: lazy(() => import('./SessionsPanel.tsx').then(({ SessionsPanel }) => ({ default: SessionsPanel }))),
  trail: lazy(() => import('./TrailPanel.tsx').then(({ TrailPanel }) => ({ default: TrailPanel }))),
  errors: lazy(() => import('./ErrorsPanel.tsx').then(({ ErrorsPanel }) => ({ default: ErrorsPanel }))),
};
const names = ['live', 'sessions', 'trail', 'errors'] as const;

/** How the platform works for the hospital, who is signed in, and what the trail says. */
export function Operations() {
  const { t } = useTranslation();
  const { tab, setTab } = useTab(names);
  return (
    <div className="operations">
      <PageHeader title={t('administration.names.operations')} />
      <Tabs
        label={t('operations.tabList')}
        current={tab}
        onChange={setTab}
        tabs={names.map((name) => {
          const Panel = panels[name];
          return {
            name,
            label: t(`operations.tabs.${name}`),
            panel: (
              <Suspense fallback={<Skeleton loading label={t('common.state.loading')} lines={10} />}>
                <Panel />
              </Suspense>
            ),
          };
        })}
      />
    </div>
  );
}
