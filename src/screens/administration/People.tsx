import { useTranslation } from '../../locales/i18n.ts';
import { Page, PageHeader } from '../Page.tsx';

/** The staff of the hospital. */
export function People() {
  const { t } = useTranslation();
  return (
    <Page>
      <PageHeader title={t('administration.names.people')} />
    </Page>
  );
}
