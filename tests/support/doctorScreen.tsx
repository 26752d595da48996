import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { VirtuosoMockContext } from 'react-virtuoso';
import { BehaviorSubject } from 'rxjs';
import { onTestFinished } from 'vitest';
import type { Appearance } from '../../src/screens/app/app.ts';
import { type App, AppContext } from '../../src/screens/app/app.ts';
import { fakeApp } from './fakeApp.tsx';
import './loadedOverlays.ts';

/** The hospital's dictionaries for screens. */
export const lists = {
  Consult_Type: [
    { value: 1, label: 'Text and pictures', colorType: null },
    { value: 2, label: 'Phone', colorType: null },
  ],
  Prescription_Status: [
    { value: 0, label: 'Draft', colorType: null },
    { value: 10, label: 'Waiting for review', colorType: null },
    { value: 11, label: 'Rejected', colorType: null },
    { value: 20, label: 'Approved', colorType: null },
    { value: 30, label: 'Dispensed', colorType: null },
    { value: 40, label: 'Cancelled', colorType: null },
  ],
  Audit_Status: [
    { value: 0, label: 'Queued', colorType: null },
    { value: 1, label: 'In review', colorType: null },
    { value: 3, label: 'Sent back', colorType: null },
  ],
  Doctor_Title: [
    { value: 1, label: 'Chief physician', colorType: null },
    { value: 2, label: 'Resident', colorType: null },
  ],
} as const;

const screenful = { viewportHeight: 800, itemHeight: 40 };
const unseen = createCache({ key: 'css', container: document.createElement('div') });

if (!('scrollBy' in Element.prototype))
  Object.defineProperty(Element.prototype, 'scrollBy', { value: () => {}, configurable: true });

/** jsdom has no layout: sets the window's width. */
export function setWidth(narrow: boolean) {
  const before = window.matchMedia;
  onTestFinished(() => {
    Object.defineProperty(window, 'matchMedia', { value: before, writable: true, configurable: true });
  });
  const matchMedia = (media: string) =>
    Object.assign(new EventTarget(), { media, matches: narrow && media.includes('max-width'), onchange: null });
  Object.defineProperty(window, 'matchMedia', { value: matchMedia, writable: true, configurable: true });
}

type Options = Omit<NonNullable<Parameters<typeof fakeApp>[0]>, 'lists'> & {
  readonly path?: string;
  /** The route, if it is not the path alone. */
  readonly route?: string;
  /** Additions to a screen's dependencies. */
  readonly given?: Partial<App>;
  /** A window with room for one column only. */
  readonly narrow?: boolean;
};

/** Opens a doctor's screen at its address over an in-memory product. Every other address shows "elsewhere". */
export function openScreen(
  element: ReactElement,
  { path = '/', route = path.split('?')[0] ?? '/', given = {}, narrow = false, ...options }: Options = {},
) {
  setWidth(narrow);
  const fake = fakeApp({ ...options, lists });
  const appearance$ = new BehaviorSubject<Appearance>({
    theme: 'system',
    density: 'comfortable',
    fontSize: 'm',
    language: null,
  });
  const app: App = {
    ...fake.app,
    appearance: {
      current$: appearance$,
      change: (part) => appearance$.next({ ...appearance$.value, ...part }),
    },
    ...given,
  };
  const router = createMemoryRouter(
    [
      { path: route, element },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [path] },
  );
  const shown = render(
    <CacheProvider value={unseen}>
      <VirtuosoMockContext.Provider value={screenful}>
        <AppContext value={app}>
          <RouterProvider router={router} />
        </AppContext>
      </VirtuosoMockContext.Provider>
    </CacheProvider>,
  );
  const asked = (name: string) => fake.calls.filter((call) => call.name === name).map(({ input }) => input);
  const address = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...shown, ...fake, user: userEvent.setup({ applyAccept: false }), router, address, asked, appearance$ };
}
