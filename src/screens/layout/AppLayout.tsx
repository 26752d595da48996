import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { keepFocus } from '../../ui/keepFocus.ts';
import { AppBar, type BarProps } from './AppBar.tsx';
import { isAt, type Place, places, type Role } from './navigation.ts';
import './layout.css';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { CountBadge } from '../../ui/Badge.tsx';

/** A count beside a navigation item (null if unknown) and its accessible label. */
export type Mark = { readonly count: number | null; readonly label: string };

/** A navigation item; its count is a description and not part of its name, so that the name stays constant. */
export function NavItem({ place, mark }: { readonly place: Place; readonly mark: Mark | null }) {
  const { t } = useTranslation();
  const id = useId();
  const { pathname } = useLocation();
  const { path, label, icon: Icon } = place;
  return (
    <>
      <Link
        to={path}
        aria-current={isAt(place, pathname) ? 'page' : undefined}
        aria-label={t(label)}
        aria-describedby={mark ? id : undefined}
      >
        <Icon aria-hidden="true" />
        <span>{t(label)}</span>
        {mark ? <CountBadge count={mark.count} /> : null}
      </Link>
      {mark ? (
        <span id={id} hidden>
          {mark.label}
        </span>
      ) : null}
    </>
  );
}

/** The first tab stop: skips the navigation. */
function SkipLink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <a className="ui-skip" href={`#${to}`}>
      {label}
    </a>
  );
}

/** Printed instead of a screen that has no paper open and would be cut off on pages. */
function Unprinted() {
  const { t } = useTranslation();
  return (
    <div className="app-unprinted">
      <strong>{t('printing.nothing')}</strong>
      <p>{t('printing.text')}</p>
    </div>
  );
}

/**
 * After navigation, the one from the sign-in included, scrolls to the top and focuses the heading, so that screen readers
 * announce the new screen. A page that was just loaded keeps the focus that the browser gives it.
 */
function useFocusOnArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const isLoaded = useNavigationType() === NavigationType.Pop;
  const shown = useRef(isLoaded ? pathname : null);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex="-1"]');
    (heading ?? main.current)?.focus({ preventScroll: true });
    if (main.current) main.current.scrollTop = 0;
  }, [pathname, main]);
}

/** True once `so` has been true for `ms` without interruption. */
function useSustained(so: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!so) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), ms);
    return () => clearTimeout(timer);
  }, [so, ms]);
  return so && lasting;
}

type Props = BarProps & {
  readonly role: Role;
  /** Counts beside navigation items, by path. */
  readonly marks: Readonly<Record<string, Mark>>;
  /** A banner above the screen, such as "session expired" or "new version". */
  readonly strip?: ReactNode;
  readonly children: ReactNode;
};

const patienceMs = 2_000;

/** The frame of every screen after sign-in; it depends only on its props. */
export function AppLayout({ role, marks, strip, children, ...bar }: Props) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  const cutOff = useSustained(bar.connection === 'reconnecting' || bar.connection === 'offline', patienceMs);
  useFocusOnArrival(main);
  useEffect(() => keepFocus(document), []);
  return (
    <div className="app" data-role={role}>
      <SkipLink to="main" label={t('frame.skip')} />
      <Unprinted />
      <AppBar {...bar} />
      <nav className="app-nav" aria-label={t('frame.main')}>
        {places[role].map((place) => (
          <NavItem key={place.path} place={place} mark={marks[place.path] ?? null} />
        ))}
      </nav>
      <main ref={main} id="main" className="app-main" tabIndex={-1}>
        {strip}
        {cutOff ? <p className="app-strip">{t('frame.connection.banner')}</p> : null}
        <div className="app-screen">{children}</div>
      </main>
    </div>
  );
}
