import { afterAll, expect, test, vi } from 'vitest';

/** The browser's own: tells what is observed when the test says so. */
class Native {
  static all: Native[] = [];
  readonly watched = new Set<Element>();
  /** Every beginning to watch: the element's size is told after it. */
  readonly begun: string[] = [];
  readonly #hear: (entries: ResizeObserverEntry[]) => void;
  constructor(hear: (entries: ResizeObserverEntry[]) => void) {
    this.#hear = hear;
    Native.all.push(this);
  }
  observe(element: Element, options?: ResizeObserverOptions) {
    this.watched.add(element);
    this.begun.push(options?.box ?? 'content-box');
  }
  unobserve(element: Element) {
    this.watched.delete(element);
  }
  disconnect() {
    this.watched.clear();
  }
  tell(...elements: Element[]) {
    this.#hear(elements.filter((one) => this.watched.has(one)).map((target) => ({ target }) as ResizeObserverEntry));
  }
}

const before = globalThis.ResizeObserver;
afterAll(() => {
  globalThis.ResizeObserver = before;
});
globalThis.ResizeObserver = Native as unknown as typeof ResizeObserver;
// Screens that were tested before have put the page's own behind theirs already.
vi.resetModules();
const { followsEnd, shareResizeObserver } = await import('../../../src/screens/chat/sharedResizeObserver.ts');
shareResizeObserver();
const [browser] = Native.all;
const [one, other] = [document.createElement('div'), document.createElement('div')];

test('watchers are told together, in the order in which they were made, each of its own elements', () => {
  const heard: string[] = [];
  const first = new ResizeObserver((entries) => heard.push(`first ${entries.length}`));
  const second = new ResizeObserver((entries) => heard.push(`second ${entries.length}`));
  second.observe(one);
  second.observe(other);
  first.observe(one);
  browser?.tell(one, other);
  expect(heard).toEqual(['first 1', 'second 2']);
  first.disconnect();
  browser?.tell(one);
  expect(heard).toEqual(['first 1', 'second 2', 'second 1']);
  second.disconnect();
  expect(browser?.watched.size).toBe(0);
});

test('a watcher that fails stops no other', () => {
  const failures: unknown[] = [];
  vi.stubGlobal('reportError', (cause: unknown) => failures.push(cause));
  const heard: number[] = [];
  const bad = new ResizeObserver(() => {
    throw new Error('broken');
  });
  const good = new ResizeObserver((entries) => heard.push(entries.length));
  bad.observe(one);
  good.observe(one);
  browser?.tell(one);
  expect(heard).toEqual([1]);
  expect(failures).toHaveLength(1);
  bad.disconnect();
  good.disconnect();
  vi.unstubAllGlobals();
});

test('a list that follows its end is watched as a whole, and not told anew because it is asked for with each drawing', async () => {
  browser?.begun.splice(0);
  const heard: number[] = [];
  const list = new ResizeObserver((entries) => heard.push(entries.length));
  followsEnd(one, true);
  list.observe(one);
  expect(browser?.begun).toEqual(['border-box']);
  list.unobserve(one);
  list.observe(one);
  await Promise.resolve();
  expect(browser?.begun).toEqual(['border-box']);
  browser?.tell(one);
  expect(heard).toEqual([1]);
  list.unobserve(one);
  await Promise.resolve();
  expect(browser?.watched.has(one)).toBe(false);
  list.observe(one);
  list.unobserve(one);
  list.disconnect();
  await Promise.resolve();
  browser?.tell(one);
  expect([heard, browser?.watched.size]).toEqual([[1], 0]);
});

test('a list whose reader has left the end is told of every drawing and every row', () => {
  browser?.begun.splice(0);
  const list = new ResizeObserver(() => {});
  followsEnd(one, true);
  list.observe(one);
  followsEnd(one, false);
  expect(browser?.begun).toEqual(['border-box', 'content-box']);
  list.unobserve(one);
  list.observe(one);
  expect(browser?.begun).toEqual(['border-box', 'content-box', 'content-box']);
  list.disconnect();
  expect(browser?.watched.size).toBe(0);
});
