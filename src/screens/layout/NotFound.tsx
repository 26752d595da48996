import { Compass, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { NoticePage } from './NoticePage.tsx';

/** The screen exists, but not for this role; `home` is the user's own first screen. */
export function NoPermission({ home }: { readonly home: string }) {
  const { t } = useTranslation();
  return (
    <NoticePage icon={Lock} title={t('layout.noPermission.title')} text={t('layout.noPermission.text')}>
      <Button asChild look="outline">
        <Link to={home}>{t('layout.notFound.home')}</Link>
      </Button>
    </NoticePage>
  );
}

/** No screen has this URL. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <NoticePage icon={Compass} title={t('layout.notFound.title')} text={t('layout.notFound.text')}>
      <Button asChild look="outline">
        <Link to="/">{t('layout.notFound.home')}</Link>
      </Button>
    </NoticePage>
  );
}
