import type { ReactNode } from 'react';
import { useTranslation } from '../locales/i18n.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useApp } from './app.ts';
import { useLive } from './useLive.ts';

type Props = { readonly role: 'doctor' | 'auditor'; readonly children: ReactNode };

/** Screens that work with what a person's sign-in opens: shown as soon as it is there, gone before it is closed. */
export function RequireDesk({ role, children }: Props) {
  const { t } = useTranslation();
  const { work$, review$ } = useApp();
  const work = useLive(work$);
  const review = useLive(review$);
  const ready = role === 'doctor' ? work !== null : review !== null;
  return (
    <Skeleton loading={!ready} label={t('common.state.loading')}>
      {ready ? children : null}
    </Skeleton>
  );
}
