import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** After a change of screen it is seen from its top, and the focus goes to its heading, so that a screen reader tells where one is. */
export function useFocusOnArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex="-1"]');
    (heading ?? main.current)?.focus({ preventScroll: true });
    if (main.current) main.current.scrollTop = 0;
  }, [pathname, main]);
}
