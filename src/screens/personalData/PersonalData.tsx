import { useTranslation } from '../../locales/i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { Page } from '../Page.tsx';
import { useTab } from '../useTab.ts';
import { AppearanceForm } from './AppearanceForm.tsx';
import { Profile } from './Profile.tsx';
import { Qualification } from './Qualification.tsx';
import { Security } from './Security.tsx';
import './personalData.css';

const tabs = ['profile', 'qualification', 'security', 'appearance'] as const;

/** Everything about the person: who they are, what allows them to practise, how they sign in, how it all looks. */
export function PersonalData() {
  const { t } = useTranslation();
  const { tab, setTab, isOpened } = useTab(tabs);
  return (
    <LeaveGuard>
      <Page>
        <PageHeader title={t('profile.title')} />
        <Tabs
          label={t('profile.title')}
          current={tab}
          onChange={setTab}
          keepPanels
          tabs={[
            { name: 'profile', label: t('profile.tabs.profile'), panel: isOpened('profile') ? <Profile /> : null },
            {
              name: 'qualification',
              label: t('profile.tabs.qualification'),
              panel: isOpened('qualification') ? <Qualification /> : null,
            },
            { name: 'security', label: t('profile.tabs.security'), panel: isOpened('security') ? <Security /> : null },
            {
              name: 'appearance',
              label: t('profile.tabs.appearance'),
              panel: isOpened('appearance') ? <AppearanceForm /> : null,
            },
          ]}
        />
      </Page>
    </LeaveGuard>
  );
}
