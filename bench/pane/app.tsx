import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { loadTexts, setLanguage } from '../../src/locales/i18n.ts';
import { type App, AppContext, type Appearance } from '../../src/screens/app/app.ts';
import { paneLayer } from '../../src/screens/cloudRoom/PaneGrid.tsx';
import { ToastsAndAnnouncer } from '../../src/screens/layout/ToastsAndAnnouncer.tsx';
import { fakeApp, order } from '../../tests/support/fakeApp.tsx';
import { conversationOf, type Feed } from './feed.ts';
import 'virtual:recipes.css';
import '../../src/ui/global.css';

const look: Appearance = { theme: 'light', density: 'comfortable', fontSize: 'm', language: 'en' };

/** The order whose chat is shown in a pane. */
export const orderIn = (pane: number) =>
  order(String(pane + 1), `Patient ${pane + 1}`, { conversationId: conversationOf(pane) });

/** Adds the appearance that the product's screens read. */
export const withLook = <T extends object>(app: T) => ({
  ...app,
  appearance: { current$: new BehaviorSubject(look), change: () => {} },
});

/** The product with in-memory services, except for the real inbox. */
export function appWith({ inbox }: Feed, panes: number) {
  const fake = fakeApp({ running: Array.from({ length: panes }, (_, pane) => orderIn(pane)) });
  const known = fake.app.work$.value;
  if (!known) throw new Error('nobody is signed in');
  return { ...fake, app: { ...withLook(fake.app), work$: new BehaviorSubject({ ...known, inbox }) } };
}

export type Made = ReturnType<typeof appWith>;

/** Providers that a screen requires. */
type Drawn = Pick<Made, 'within'> & { readonly app: App };

/** Loads what screens need before rendering. */
export async function loadParts(): Promise<void> {
  await setLanguage('en');
  await Promise.all([loadTexts('rest'), paneLayer.load()]);
}

/** Renders a screen synchronously, as the product does. */
export function draw(host: HTMLElement, { app, within }: Drawn, element: ReactElement): void {
  const router = createMemoryRouter([{ path: '*', element }]);
  const root = createRoot(host);
  flushSync(() =>
    root.render(
      within(
        <AppContext value={app}>
          <RouterProvider router={router} />
          <ToastsAndAnnouncer toasts={app.toasts} announcer={app.announcer} />
        </AppContext>,
      ),
    ),
  );
}
