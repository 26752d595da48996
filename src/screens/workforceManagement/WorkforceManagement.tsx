import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { DoctorId } from '../../../contract/ids.ts';
import { readDoctorId } from '../../domain/readId.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { dayKey } from '../../ui/format.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader } from '../app/Page.tsx';
import { LeaveGuard } from '../forms/LeaveGuard.tsx';
import { useTicking } from '../hooks/useTicking.ts';
import { useFilters, useTab } from '../lists/useFilters.ts';
import { useQuery } from '../lists/usePages.ts';
import { PlanCalendar } from './PlanCalendar.tsx';
import { Team } from './Team.tsx';
import { WeeklyPlan } from './WeeklyPlan.tsx';
import './plan.css';

const names = ['calendar', 'week', 'team'] as const;

/** Whose plan is shown, and whether the reader heads a department; null while it is not known. */
function useWhose(doctorId: DoctorId | null) {
  const { api, zone } = useApp();
  const today = useTicking((now) => dayKey(now, zone));
  const result = useQuery(
    useCallback(
      (signal) => api.getPlan({ from: today, to: today, ...(doctorId ? { doctorId } : {}) }, { signal, quiet: true }),
      [api, today, doctorId],
    ),
  );
  return result.state === 'ready' ? { name: result.data.doctor.name, heads: result.data.heads !== null } : null;
}

/** The doctor's plan as a calendar and by weekdays; for heads of department also their team's. */
export function WorkforceManagement() {
  const { t } = useTranslation();
  const { values } = useFilters(['doctor']);
  const doctorId = readDoctorId(values.doctor);
  const { tab, setTab, isOpened } = useTab(names);
  const whose = useWhose(doctorId);
  const panels = {
    calendar: <PlanCalendar key={doctorId} doctorId={doctorId} />,
    week: <WeeklyPlan key={doctorId} doctorId={doctorId} />,
    team: <Team />,
  };
  const shown = names.filter((name) => name !== 'team' || whose?.heads || tab === 'team');
  return (
    <LeaveGuard>
      <Page>
        <PageHeader
          title={doctorId && whose ? t('schedule.planOf', { name: whose.name }) : t('schedule.title')}
          {...(tab === 'week' ? { text: t('schedule.text') } : {})}
        >
          {doctorId ? (
            <Button asChild look="outline" tone="neutral">
              <Link to="/workforceManagement?tab=team">{t('schedule.ownPlan')}</Link>
            </Button>
          ) : null}
        </PageHeader>
        <Tabs
          label={t('schedule.title')}
          current={tab}
          onChange={setTab}
          keepPanels
          tabs={shown.map((name) => ({
            name,
            label: t(`schedule.tabs.${name}`),
            panel: isOpened(name) ? panels[name] : null,
          }))}
        />
      </Page>
    </LeaveGuard>
  );
}
