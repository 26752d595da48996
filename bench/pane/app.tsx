import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { loadAllTexts, setLanguage } from '../../src/locales/i18n.ts';
import { AppContext, type Appearance } from '../../src/screens/app.ts';
import { Voices } from '../../src/screens/Voices.tsx';
import { system } from '../../src/ui/system.ts';
import { fakeApp, order } from '../../tests/support/fakeApp.tsx';
import { conversationOf, type Feed } from './feed.ts';
import '../../src/ui/base.css';
import '../../src/ui/global.css';

const look: Appearance = { theme: 'light', density: 'comfortable', fontSize: 'm', language: 'en' };

/** The order whose chat stands in a pane. */
export const orderIn = (pane: number) =>
  order(String(pane + 1), `Patient ${pane + 1}`, { conversationId: conversationOf(pane) });

/** The product with everything behind its screens in memory, apart from the inbox, which is the real one. */
export function appWith({ inbox }: Feed, panes: number) {
  const fake = fakeApp({ running: Array.from({ length: panes }, (_, pane) => orderIn(pane)) });
  const known = fake.app.work$.value;
  if (!known) throw new Error('nobody is signed in');
  const appearance = { current$: new BehaviorSubject(look), change: () => {} };
  const app = { ...fake.app, appearance, work$: new BehaviorSubject({ ...known, inbox }) };
  return { ...fake, app };
}

export type Made = ReturnType<typeof appWith>;

/** Loads what screens need before they can be drawn. */
export async function loadTexts(): Promise<void> {
  await setLanguage('en');
  await loadAllTexts();
}

/** Draws a screen as the product does, at once. */
export function draw(host: HTMLElement, { app, within }: Made, element: ReactElement): void {
  const router = createMemoryRouter([{ path: '*', element }]);
  const root = createRoot(host);
  flushSync(() =>
    root.render(
      <ChakraProvider value={system}>
        {within(
          <AppContext value={app}>
            <RouterProvider router={router} />
            <Voices toasts={app.toasts} announcer={app.announcer} />
          </AppContext>,
        )}
      </ChakraProvider>,
    ),
  );
}
