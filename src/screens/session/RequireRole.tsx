import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { arrivalOf, roleOf } from '../../machines/session.ts';
import { useApp } from '../app.ts';

type Props = { readonly role: 'doctor' | 'auditor'; readonly children: ReactNode };

/** A screen of one role. Until it is known who signed in nothing is shown; the other role goes to its own landing page. */
export function RequireRole({ role, children }: Props) {
  const { session } = useApp();
  const own = useSelector(session, roleOf);
  const arrival = useSelector(session, arrivalOf);
  if (own === role) return children;
  if (own === null || arrival === null) return null;
  return <Navigate to={arrival} replace />;
}
