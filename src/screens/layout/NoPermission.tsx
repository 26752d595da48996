import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { NoticePage } from './NoticePage.tsx';

/** The screen exists, but not for this person. `home` is their own first screen. */
export function NoPermission({ home }: { readonly home: string }) {
  const { t } = useTranslation();
  return (
    <NoticePage icon={Lock} title={t('layout.noPermission.title')} text={t('layout.noPermission.text')}>
      <Link className="ui-button" data-look="outline" to={home}>
        {t('layout.notFound.home')}
      </Link>
    </NoticePage>
  );
}
