import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const source = readFileSync('public/theme.js', 'utf8');
const ofPage = ['document', 'localStorage', 'matchMedia', 'addEventListener', 'MutationObserver'] as const;

/** A page of its own in which the script before the first paint has run, and that names one stylesheet. */
function opened() {
  const page = document.implementation.createHTMLDocument();
  const listen = page.addEventListener.bind(page);
  new Function(...ofPage, source)(page, localStorage, () => ({ matches: false }), listen, MutationObserver);
  const style = () => page.querySelector<HTMLLinkElement>('link[href="/start.css"]');
  const adds = (href: string) =>
    page.head.append(Object.assign(page.createElement('link'), { rel: 'stylesheet', href }));
  adds('/start.css');
  return {
    page,
    style,
    adds,
    fails: (file: Element | null) => file?.dispatchEvent(new Event('error')),
    /** The browser has read the page; its scripts have not run. */
    isRead: () => page.dispatchEvent(new Event('readystatechange')),
    scriptsHaveRun: () => page.dispatchEvent(new Event('DOMContentLoaded')),
    says: () => page.querySelector('[role=alert]')?.textContent ?? null,
  };
}

test.each(['before', 'after'])('a first stylesheet that fails %s the scripts have run is asked for again', (when) => {
  const { style, isRead, scriptsHaveRun, fails, says } = opened();
  isRead();
  if (when === 'after') scriptsHaveRun();
  for (let failure = 1; failure <= 4; failure += 1) {
    expect(says()).toBe(null);
    const before = style();
    fails(before);
    vi.runOnlyPendingTimers();
    expect(style()).not.toBe(before);
  }
  expect(says()).toContain('could not be loaded');
});

test('a stylesheet that the product has added is left to the product', () => {
  const { page, adds, isRead, scriptsHaveRun, fails } = opened();
  isRead();
  adds('/later.css');
  scriptsHaveRun();
  const later = page.querySelector('link[href="/later.css"]');
  for (let failure = 1; failure <= 5; failure += 1) fails(later);
  vi.runOnlyPendingTimers();
  expect(page.querySelector('link[href="/later.css"]')).toBe(later);
  expect(page.querySelector('[role=alert]')).toBe(null);
});
