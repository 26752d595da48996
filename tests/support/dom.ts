import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { administration as administrationEn } from '../../src/locales/en/administration.ts';
import { conversation as conversationEn } from '../../src/locales/en/conversation.ts';
import { core as coreEn } from '../../src/locales/en/core.ts';
import { documents as documentsEn } from '../../src/locales/en/documents.ts';
import { entrance as entranceEn } from '../../src/locales/en/entrance.ts';
import { office as officeEn } from '../../src/locales/en/office.ts';
import { rest as restEn } from '../../src/locales/en/rest.ts';
import { reviews as reviewsEn } from '../../src/locales/en/reviews.ts';
import { provideTexts, setLanguage } from '../../src/locales/i18n.ts';
import { administration as administrationZh } from '../../src/locales/zh-CN/administration.ts';
import { conversation as conversationZh } from '../../src/locales/zh-CN/conversation.ts';
import { core as coreZh } from '../../src/locales/zh-CN/core.ts';
import { documents as documentsZh } from '../../src/locales/zh-CN/documents.ts';
import { entrance as entranceZh } from '../../src/locales/zh-CN/entrance.ts';
import { office as officeZh } from '../../src/locales/zh-CN/office.ts';
import { rest as restZh } from '../../src/locales/zh-CN/rest.ts';
import { reviews as reviewsZh } from '../../src/locales/zh-CN/reviews.ts';
import { hideCompositionKeys } from '../../src/ui/ime.ts';
import { announceSilentValues } from '../../src/ui/silentValues.ts';
import { looseTexts } from './looseTexts.ts';
import { skipOwnerStacks } from './ownerStacks.ts';
import { plainStyles } from './plainStyles.ts';

provideTexts('en', 'core', coreEn);
provideTexts('en', 'entrance', entranceEn);
provideTexts('en', 'rest', restEn);
provideTexts('en', 'conversation', conversationEn);
provideTexts('en', 'documents', documentsEn);
provideTexts('en', 'office', officeEn);
provideTexts('en', 'reviews', reviewsEn);
provideTexts('en', 'administration', administrationEn);
provideTexts('zh-CN', 'administration', administrationZh);
provideTexts('zh-CN', 'core', coreZh);
provideTexts('zh-CN', 'entrance', entranceZh);
provideTexts('zh-CN', 'rest', restZh);
provideTexts('zh-CN', 'conversation', conversationZh);
provideTexts('zh-CN', 'documents', documentsZh);
provideTexts('zh-CN', 'office', officeZh);
provideTexts('zh-CN', 'reviews', reviewsZh);

class NothingObserved {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

plainStyles(window);
hideCompositionKeys(window);
announceSilentValues(window);
skipOwnerStacks();

/**
 * A frame follows the next timer, so that a step of a test never overtakes what a dialog does on its first frame.
 * Frames that a file leaves behind run before its end, and no later one: then its window is gone.
 */
const awaitedFrames = new Set<number>();
/** More than any screen waits for; only an endless animation goes on. */
const lastFrames = 50;
const frames = {
  requestAnimationFrame: (run: FrameRequestCallback) => {
    const id = Number(
      setTimeout(() => {
        awaitedFrames.delete(id);
        run(performance.now());
      }, 0),
    );
    awaitedFrames.add(id);
    return id;
  },
  cancelAnimationFrame: (id: number) => {
    awaitedFrames.delete(id);
    clearTimeout(id);
  },
};
for (const [name, value] of Object.entries(frames))
  Object.defineProperty(window, name, { value, writable: true, configurable: true });

/** APIs that jsdom lacks. There is no layout, so nothing resizes or intersects, and every media query is false. */
const missing: Record<string, unknown> = {
  ResizeObserver: NothingObserved,
  IntersectionObserver: NothingObserved,
  matchMedia: (media: string) => Object.assign(new EventTarget(), { media, matches: false, onchange: null }),
};
for (const [name, value] of Object.entries(missing)) {
  if (typeof Reflect.get(window, name) !== 'function')
    Object.defineProperty(window, name, { value, writable: true, configurable: true });
}
const missingOnElements: Record<string, unknown> = {
  showPopover(this: HTMLElement) {
    this.style.display = 'block';
  },
  hidePopover(this: HTMLElement) {
    this.style.display = '';
  },
  scrollTo: () => {},
  scrollBy: () => {},
  scrollIntoView: () => {},
  setPointerCapture: () => {},
  releasePointerCapture: () => {},
  hasPointerCapture: () => false,
};
for (const [name, value] of Object.entries(missingOnElements)) {
  if (!(name in Element.prototype))
    Object.defineProperty(Element.prototype, name, { value, writable: true, configurable: true });
}

/** A minimal modal dialog: open, focus inside, and focus restored on close. */
const openers = new WeakMap<HTMLDialogElement, Element | null>();
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    openers.set(this, document.activeElement);
    this.setAttribute('open', '');
    this.querySelector<HTMLElement>('[autofocus], button, input, select, textarea, [tabindex="0"]')?.focus();
  },
  close(this: HTMLDialogElement) {
    this.removeAttribute('open');
    const opener = openers.get(this);
    if (opener instanceof HTMLElement) opener.focus();
  },
});

/** A query that is repeated until it succeeds prints the document once, when the time is over, instead of each time. */
function getElementError(message: string | null, container: Element): Error {
  const repeated = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  const error = new Error(repeated ? (message ?? '') : `${message}\n\n${prettyDOM(container)}`);
  error.name = 'TestingLibraryElementError';
  return error;
}

/** A longer timeout, because a busy machine renders late. */
configure({ asyncUtilTimeout: 10_000, getElementError });

/** Each text that changes has an element of its own, so that a translated page neither fails nor keeps old numbers. */
afterEach(() => {
  const loose = looseTexts(document);
  cleanup();
  expect(loose).toEqual([]);
});

// Resets the page for the next file. An import that a screen began must end before its environment does.
afterAll(async () => {
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  for (let frame = 0; awaitedFrames.size > 0 && frame < lastFrames; frame += 1)
    await new Promise((resolve) => setTimeout(resolve, 0));
  for (const id of awaitedFrames) frames.cancelAnimationFrame(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  await setLanguage('en');
});
