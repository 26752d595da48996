import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { SkipLink } from '../../ui/SkipLink.tsx';
import { AppBar, type BarProps } from './AppBar.tsx';
import { type Mark, NavItem } from './NavItem.tsx';
import { places, type Role } from './navigation.ts';
import { useFocusOnArrival } from './useFocusOnArrival.ts';
import { useLasting } from './useLasting.ts';
import './layout.css';

type Props = BarProps & {
  readonly role: Role;
  /** Numbers beside a place, by its path: how many, and what of, for screen readers. */
  readonly marks: Readonly<Record<string, Mark>>;
  /** A strip above the screen: the session has ended, a new version is ready. */
  readonly strip?: ReactNode;
  readonly children: ReactNode;
};

const patienceMs = 2_000;

/** The frame around every screen behind the sign-in. It shows what it is given and knows nothing else. */
export function AppLayout({ role, marks, strip, children, ...bar }: Props) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  const cutOff = useLasting(bar.connection !== 'online', patienceMs);
  useFocusOnArrival(main);
  return (
    <div className="app">
      <SkipLink to="main" label={t('layout.skip')} />
      <AppBar {...bar} />
      <nav className="app-nav" aria-label={t('layout.main')}>
        {places[role].map((place) => (
          <NavItem key={place.path} place={place} mark={marks[place.path] ?? null} />
        ))}
      </nav>
      <main ref={main} id="main" className="app-main" tabIndex={-1}>
        {strip}
        {cutOff ? <p className="app-strip">{t('layout.connection.banner')}</p> : null}
        <div className="app-screen">{children}</div>
      </main>
    </div>
  );
}
