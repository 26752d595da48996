import { expect, test } from 'vitest';
import { createDesktopNotices } from '../../src/services/desktopNotice.ts';

type Given = { readonly permission?: NotificationPermission; readonly secure?: boolean; readonly refuses?: boolean };

/** A desktop that records its notifications. */
function desktop({ permission = 'granted', secure = true, refuses = false }: Given = {}) {
  const shown: Native[] = [];
  let asked = 0;
  let focused = 0;
  class Native {
    static permission = permission;
    static async requestPermission() {
      asked += 1;
      Native.permission = 'granted';
    }
    closed = false;
    onclick: (() => void) | null = null;
    onclose: (() => void) | null = null;
    readonly title: string;
    readonly options: NotificationOptions;
    constructor(title: string, options: NotificationOptions) {
      if (refuses) throw new TypeError('Illegal constructor');
      this.title = title;
      this.options = options;
      shown.push(this);
    }
    close() {
      this.closed = true;
    }
  }
  const window = Object.assign(new EventTarget(), {
    Notification: Native,
    isSecureContext: secure,
    navigator: {},
    focus: () => {
      focused += 1;
    },
  });
  const notices = createDesktopNotices(window as unknown as Window & typeof globalThis);
  const clicked: string[] = [];
  const show = (tag: string) =>
    notices.show({ tag, title: `Title ${tag}`, body: '', lang: 'en', onClick: () => void clicked.push(tag) });
  return { window, notices, shown, show, clicked, asked: () => asked, focused: () => focused };
}

test('permission is requested only when the person enables notifications', async () => {
  const { notices, show, shown, asked } = desktop({ permission: 'default' });
  show('a');
  expect([asked(), shown.length, notices.permission$.value]).toEqual([0, 0, 'default']);
  await notices.ask();
  expect([asked(), notices.permission$.value]).toEqual([1, 'granted']);
});

test('a notification is silent, and a later one with its tag alerts again', () => {
  const { show, shown } = desktop();
  show('a');
  expect(shown[0]?.options).toMatchObject({ tag: 'a', silent: true, renotify: true });
});

test('a click brings the tab to the front and opens the subject', () => {
  const { show, shown, clicked, focused } = desktop();
  show('a');
  shown[0]?.onclick?.();
  expect([clicked, focused(), shown[0]?.closed]).toEqual([['a'], 1, true]);
});

test('finished notifications are closed, and all of them when the page closes', () => {
  const { show, shown, notices, window } = desktop();
  for (const tag of ['a', 'b', 'c']) show(tag);
  notices.close('b');
  expect(shown.map(({ closed }) => closed)).toEqual([false, true, false]);
  window.dispatchEvent(new Event('pagehide'));
  expect(shown.every(({ closed }) => closed)).toBe(true);
});

test.each<[string, Given]>([
  ['on plain http', { secure: false }],
  ['where pages may not make them', { refuses: true }],
])('there are none %s, and the settings can say so', (_, given) => {
  const { show, notices, shown } = desktop(given);
  show('a');
  expect([notices.permission$.value, shown.length]).toEqual(['missing', 0]);
});
