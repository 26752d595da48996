import { useTranslation } from '../../locales/i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { Page } from '../Page.tsx';
import { useTab } from '../useTab.ts';
import { DiseaseTags } from './DiseaseTags.tsx';
import { QuickReplySetup } from './QuickReplySetup.tsx';
import { Services } from './Services.tsx';

const tabs = ['services', 'replies', 'tags'] as const;

/** What the doctor offers, and what they keep at hand. */
export function ServiceSetup() {
  const { t } = useTranslation();
  const { tab, setTab, isOpened } = useTab(tabs);
  return (
    <LeaveGuard>
      <Page>
        <PageHeader title={t('settings.title')} />
        <Tabs
          label={t('settings.title')}
          current={tab}
          onChange={setTab}
          keepPanels
          tabs={[
            {
              name: 'services',
              label: t('settings.services.title'),
              panel: isOpened('services') ? <Services /> : null,
            },
            {
              name: 'replies',
              label: t('settings.replies.title'),
              panel: isOpened('replies') ? <QuickReplySetup /> : null,
            },
            { name: 'tags', label: t('settings.tags.title'), panel: isOpened('tags') ? <DiseaseTags /> : null },
          ]}
        />
      </Page>
    </LeaveGuard>
  );
}
