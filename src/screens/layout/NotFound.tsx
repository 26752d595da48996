import { useSelector } from '@xstate/react';
import { Compass, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { ownNameIn, roleOf } from '../../machines/selectors/session.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { NoticePage } from './NoticePage.tsx';
import type { Role } from './navigation.ts';

type NoPermissionProps = {
  /** The role that may open the screen. */
  readonly needed: Role;
  /** The user's own first screen. */
  readonly home: string;
};

/** Shown instead of a screen that the user's role may not open: names the role that may, and links to the user's own first screen. */
export function NoPermission({ needed, home }: NoPermissionProps) {
  const { t } = useTranslation();
  const { session } = useApp();
  const name = useSelector(session, ownNameIn);
  const own = useSelector(session, roleOf) ?? 'doctor';
  return (
    <NoticePage
      icon={Lock}
      title={t('noPermission.title')}
      text={t('noPermission.text', {
        name,
        needed: t(`noPermission.roles.${needed}`),
        own: t(`noPermission.own.${own}`),
      })}
    >
      <Button asChild>
        <Link to={home}>{t('notFound.home')}</Link>
      </Button>
      <Button look="outline" onClick={() => session.send({ type: 'logout.requested' })}>
        {t('noPermission.other')}
      </Button>
    </NoticePage>
  );
}

/** No screen has this URL. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <NoticePage icon={Compass} title={t('notFound.title')} text={t('notFound.text')}>
      <Button asChild look="outline">
        <Link to="/">{t('notFound.home')}</Link>
      </Button>
    </NoticePage>
  );
}
