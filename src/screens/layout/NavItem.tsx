import { useId } from 'react';
import { NavLink } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';
import type { Place } from './navigation.ts';

/** How many there are at a place (null: not known), and what of, for screen readers. */
export type Mark = { readonly count: number | null; readonly label: string };

/** One place in the navigation. Its number describes it and is no part of its name, which stays the same all day. */
export function NavItem({ place, mark }: { readonly place: Place; readonly mark: Mark | null }) {
  const { t } = useTranslation();
  const id = useId();
  const { path, label, icon: Icon } = place;
  return (
    <>
      <NavLink to={path} end={path === '/'} aria-label={t(label)} aria-describedby={mark ? id : undefined}>
        <Icon aria-hidden="true" />
        {t(label)}
        {mark ? <CountBadge count={mark.count} /> : null}
      </NavLink>
      {mark ? (
        <span id={id} hidden>
          {mark.label}
        </span>
      ) : null}
    </>
  );
}
