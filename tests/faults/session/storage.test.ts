import { expect, test } from 'vitest';
import { signedOut, withBrowser } from './scene.ts';

withBrowser();

/** How a browser withholds an API: a getter that throws, a method that throws, or no API. */
const taken = {
  'no local storage': () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  },
  'no session storage': () => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  },
  'web storage that is null': () => {
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: () => null });
  },
  'web storage that is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
  'an indexedDB that throws when it is named': () => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  },
  'an indexedDB that cannot be opened': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
  },
  'no indexedDB': () => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  },
  'no channel between tabs': () => {
    Object.defineProperty(window, 'BroadcastChannel', { value: undefined });
  },
  'a channel that cannot be made': () => {
    Object.defineProperty(window, 'BroadcastChannel', {
      value: class {
        constructor() {
          throw new DOMException('forbidden', 'SecurityError');
        }
      },
    });
  },
  'no locks': () => {
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
  },
  'locks that throw when they are named': () => {
    Object.defineProperty(Navigator.prototype, 'locks', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  },
  'locks that are refused': () => {
    LockManager.prototype.request = () => Promise.reject(new DOMException('forbidden', 'SecurityError'));
  },
  'caches that throw': () => {
    Object.defineProperty(window, 'caches', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  },
} satisfies Record<string, () => void>;
type Taken = keyof typeof taken;

const names = Object.keys(taken) as Taken[];
const forbidden: readonly Taken[] = [
  ...(['no local storage', 'no session storage', 'an indexedDB that throws when it is named'] as const),
  ...(['a channel that cannot be made', 'locks that throw when they are named', 'caches that throw'] as const),
];
/** Without these APIs work is still stored beyond the life of the page. */
const isLasting = (name: Taken) => /channel|locks|caches|session/.test(name);

async function without(gone: readonly Taken[]) {
  const scene = await signedOut();
  for (const name of gone) await scene.context.addInitScript(taken[name]);
  await scene.page.goto('/login');
  return scene;
}

test.each([...names.map((name) => [name, [name]] as const), ['everything forbidden at once', forbidden] as const])(
  'with %s a doctor signs in, works and signs out',
  async (_, gone) => {
    const { page, signIn, choose, problems, busy, platform, quiet } = await without(gone);
    await signIn(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cloud room' }).click();
    await page.getByRole('heading', { name: 'Cloud room', level: 1 }).waitFor();
    await quiet();
    platform.forget();
    await busy();
    expect(new Set(platform.calls('getDictByType').map(({ token }) => token))).toEqual(new Set(['access-1-doctor01']));
    const notices = page.getByText(/This browser (keeps nothing|could not save)/);
    expect(await notices.count()).toBe(gone.every(isLasting) ? 0 : 1);
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.locator('html.dark').waitFor();
    await choose('Log out');
    await page.getByRole('textbox', { name: 'Account' }).waitFor();
    expect(problems.filter((problem) => problem.startsWith('exception'))).toEqual([]);
  },
);
