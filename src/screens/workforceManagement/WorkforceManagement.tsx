import { useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Asked } from '../Asked.tsx';
import { useApp } from '../app.ts';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { Page } from '../Page.tsx';
import { useQuestion } from '../useQuestion.ts';
import { WeekForm } from './WeekForm.tsx';

/** When the doctor consults, and how many patients, in every week. */
export function WorkforceManagement() {
  const { api } = useApp();
  const { t } = useTranslation();
  const asked = useQuestion(useCallback((signal) => api.getSchedule({}, { signal, quiet: true }), [api]));
  return (
    <LeaveGuard>
      <Page>
        <PageHeader title={t('schedule.title')} text={t('schedule.text')} />
        <Asked asked={asked} lines={10}>
          {(slots) => <WeekForm kept={slots} />}
        </Asked>
      </Page>
    </LeaveGuard>
  );
}
