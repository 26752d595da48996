import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { Role } from '../../domain/session.ts';
import { loadTexts, useTranslation } from '../../locales/i18n.ts';
import { arrivalOf, roleOf } from '../../machines/selectors/session.ts';
import { laterPart } from '../../ui/LaterPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';

type Props = { readonly role: Role; readonly children: ReactNode };

const NoPermission = laterPart(async () => {
  const [{ NoPermission }] = await Promise.all([import('../layout/NotFound.tsx'), loadTexts('office')]);
  return NoPermission;
}, 'screen');

/**
 * Shows a screen to one role; nothing until the role is known. Other roles read that they lack the permission; only
 * the address of the home page redirects to each role's own first screen.
 */
export function RequireRole({ role, children }: Props) {
  const { session } = useApp();
  const { pathname } = useLocation();
  const own = useSelector(session, roleOf);
  const arrival = useSelector(session, arrivalOf);
  if (own === role) return children;
  if (own === null || arrival === null) return null;
  if (pathname === '/') return <Navigate to={arrival} replace />;
  return (
    <Suspense>
      <NoPermission needed={role} home={arrival} />
    </Suspense>
  );
}

/** Shows a screen while the services of its role exist, and removes it before they close; administrators need none. */
function RequireServices({ role, children }: Props) {
  const { t } = useTranslation();
  const { work$, review$ } = useApp();
  const work = useLive(work$);
  const review = useLive(review$);
  const ready = { doctor: work !== null, reviewer: review !== null, administrator: true }[role];
  return (
    <Skeleton loading={!ready} label={t('common.state.loading')}>
      {ready ? children : null}
    </Skeleton>
  );
}

const screensFor = (role: Role) => () => (
  <RequireRole role={role}>
    <RequireServices role={role}>
      <Outlet />
    </RequireServices>
  </RequireRole>
);

/** The frame of each role's screens. */
export const frames = {
  doctor: screensFor('doctor'),
  reviewer: screensFor('reviewer'),
  administrator: screensFor('administrator'),
} as const;
