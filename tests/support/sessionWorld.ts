import { waitFor } from 'xstate';
import { openSignIn } from '../../src/compose/app/entrance.ts';
import type { Inspection } from '../../src/machines/actors.ts';
import type { SessionSnapshot } from '../../src/machines/session.ts';
import { createSafeStorage } from '../../src/services/safeStorage.ts';
import { fakeBrowser } from './fakeBrowser.ts';
import { scriptedTransport } from './scriptedTransport.ts';

type Opening = { readonly path?: string; readonly host?: string; readonly inspection?: Inspection };

/** An in-memory browser with tabs of the product and a scripted platform. */
export function sessionWorld() {
  const browser = fakeBrowser();
  const platform = scriptedTransport();

  async function openTab({ inspection = {}, ...opening }: Opening = {}) {
    const tab = browser.tab(opening);
    const toasts: string[] = [];
    const entrance = openSignIn({
      inspection,
      window: tab.window,
      local: createSafeStorage(() => tab.window.localStorage),
      toast: ({ reason }) => toasts.push(reason),
      log: () => {},
      preservedKeys: ['APPEARANCE'],
      transport: platform.adapter,
    });
    await entrance.loadAllCalls();
    entrance.start();
    const { session } = entrance;
    const state = () => session.getSnapshot();
    const until = (predicate: (s: SessionSnapshot) => boolean) => waitFor(session, predicate, { timeout: 60_000 });
    await until((s) => !s.matches('booting'));
    return {
      ...tab,
      sessionValues: tab.session,
      ...entrance,
      toasts,
      state,
      until,
      access: () => state().context.login?.accessToken ?? null,
    };
  }
  type Tab = Awaited<ReturnType<typeof openTab>>;

  const signIn = async (tab: Tab, userId: string) => {
    tab.session.send({ type: 'login.accepted', login: { ...platform.tokensOf(userId), renewAt: null } as never });
    await tab.until((s) => s.matches({ active: { account: 'known' } }) || !s.matches('active'));
  };

  return {
    browser,
    platform,
    openTab,
    signIn,
    /** A tab in which doctor 7 is signed in. */
    async signedInTab(opening: Opening = {}) {
      const tab = await openTab(opening);
      await signIn(tab, '7');
      return tab;
    },
  };
}

export type SessionTab = Awaited<ReturnType<ReturnType<typeof sessionWorld>['openTab']>>;
