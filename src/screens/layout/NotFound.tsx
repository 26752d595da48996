import { Compass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { NoticePage } from './NoticePage.tsx';

/** No screen has this address. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <NoticePage icon={Compass} title={t('layout.notFound.title')} text={t('layout.notFound.text')}>
      <Link className="ui-button" data-look="outline" to="/">
        {t('layout.notFound.home')}
      </Link>
    </NoticePage>
  );
}
