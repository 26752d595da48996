import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAppearance } from '../../src/services/appearance.ts';

beforeEach(() => localStorage.clear());

function scheme(matches: boolean) {
  return Object.assign(new EventTarget(), { matches }) as unknown as MediaQueryList & { matches: boolean };
}
function opened({ dark = false } = {}) {
  const page = document.createElement('html');
  const prefersDark = scheme(dark);
  const looks = createAppearance({ storage: localStorage, page, prefersDark, window });
  return { page, prefersDark, looks };
}
const shown = (page: HTMLElement) => [page.classList.contains('dark'), page.dataset.density, page.dataset.fontSize];

test('a choice applies at once and at the next visit', () => {
  const { page, looks } = opened();
  looks.change({ theme: 'dark', density: 'compact' });
  expect(shown(page)).toEqual([true, 'compact', 'm']);
  expect(shown(opened().page)).toEqual([true, 'compact', 'm']);
});

test('without a choice the page follows the device, also when that changes', () => {
  const { page, prefersDark } = opened();
  expect(shown(page)).toEqual([false, 'comfortable', 'm']);
  Object.assign(prefersDark, { matches: true });
  prefersDark.dispatchEvent(new Event('change'));
  expect(shown(page)[0]).toBe(true);
});

test('a choice made in another tab is shown here', () => {
  const { page } = opened();
  localStorage.setItem('APPEARANCE', '{"fontSize":"l"}');
  window.dispatchEvent(new StorageEvent('storage', { key: 'APPEARANCE' }));
  expect(shown(page)).toEqual([false, 'comfortable', 'l']);
});

test('printing uses the light theme, whatever the screen uses', () => {
  const { page } = opened({ dark: true });
  window.dispatchEvent(new Event('beforeprint'));
  expect(shown(page)[0]).toBe(false);
  window.dispatchEvent(new Event('afterprint'));
  expect(shown(page)[0]).toBe(true);
});

describe('the script before the first paint shows what the service shows', () => {
  const beforePaint = new Function('document', 'localStorage', 'matchMedia', readFileSync('public/theme.js', 'utf8'));
  const stored = [
    null,
    'not json',
    'null',
    '[]',
    '{"theme":"dark"}',
    '{"theme":"light","density":"compact"}',
    '{"fontSize":"s"}',
    '{"fontSize":"xxl","density":7}',
  ];
  test.each(stored.flatMap((text) => [true, false].map((dark) => [text, dark] as const)))(
    '%s, device dark: %s',
    (text, dark) => {
      if (text !== null) localStorage.setItem('APPEARANCE', text);
      const early = document.createElement('html');
      beforePaint({ documentElement: early }, localStorage, () => ({ matches: dark }));
      expect(shown(early)).toEqual(shown(opened({ dark }).page));
    },
  );
});
