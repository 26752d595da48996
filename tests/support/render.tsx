import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { VirtuosoMockContext } from 'react-virtuoso';
import './loadedOverlays.ts';

const screenful = { viewportHeight: 800, itemHeight: 40 };

/** Styles are not applied: jsdom has no layout, and computing styles is slow with many rules. */
const unseen = createCache({ key: 'css', container: document.createElement('div') });

type Options = {
  readonly path?: string;
  /** A crash is expected: React does not print it. */
  readonly quiet?: boolean;
};

/** Renders as the application does: styled, routed, and with lists that have a height. */
export function show(element: ReactElement, { path = '/', quiet = false }: Options = {}) {
  const user = userEvent.setup();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CacheProvider value={unseen}>
      <VirtuosoMockContext.Provider value={screenful}>
        <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      </VirtuosoMockContext.Provider>
    </CacheProvider>
  );
  return { user, ...render(element, { wrapper, ...(quiet ? { onCaughtError: () => {} } : {}) }) };
}

/** Fills in a field with one paste, because each key renders the screen again. */
export async function fillIn(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
