import { Suspense } from 'react';
import { useTranslation } from '../../../locales/i18n.ts';
import { laterPart } from '../../../ui/LaterPart.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { PageHeader } from '../../app/Page.tsx';
import { useTab } from '../../lists/useFilters.ts';
import './operations.css';

const panels = {
  live: laterPart(() => import('./LivePanel.tsx').then((m) => m.LivePanel)),
  sessions: laterPart(() => import('./SessionsPanel.tsx').then((m) => m.SessionsPanel)),
  trail: laterPart(() => import('./TrailPanel.tsx').then((m) => m.TrailPanel)),
  errors: laterPart(() => import('./ErrorsPanel.tsx').then((m) => m.ErrorsPanel)),
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
