import type { ReactElement } from 'react';
import { BehaviorSubject } from 'rxjs';
import { type App, AppContext } from '../../src/screens/app/app.ts';
import { resetForm } from '../../src/screens/login/Login.tsx';
import { codeLayer } from '../../src/screens/session/LockScreen.tsx';
import { signInForm } from '../../src/screens/session/SessionNotices.tsx';
import { lockLayer, noticesLayer } from '../../src/screens/session/SessionPage.tsx';
import { puzzleBoard } from '../../src/screens/signIn/CodeFields.tsx';
import { show } from './render.tsx';
import type { SessionTab } from './sessionWorld.ts';

// Loads on-demand parts in advance.
await Promise.all(
  [resetForm, signInForm, lockLayer, codeLayer, noticesLayer, puzzleBoard].map((layer) => layer.load()),
);

/** Renders a screen over the real session of a tab, with only the dependencies it uses. */
export function showOver(tab: SessionTab, element: ReactElement, path = '/') {
  const app = {
    ...tab,
    now$: new BehaviorSubject(tab.clock.now()),
    appearance: { current$: new BehaviorSubject({ theme: 'system', language: null }), change: () => {} },
    linkOf: (url: string) => new URL(url, 'https://files.example').href,
  } as unknown as App;
  return show(<AppContext value={app}>{element}</AppContext>, { path });
}
