import { expect, test, vi } from 'vitest';
import { shareResizeObserver } from '../../../src/screens/chat/sharedResizeObserver.ts';

/** The browser's own: tells what is observed when the test says so. */
class Native {
  static all: Native[] = [];
  readonly watched = new Set<Element>();
  readonly #hear: (entries: ResizeObserverEntry[]) => void;
  constructor(hear: (entries: ResizeObserverEntry[]) => void) {
    this.#hear = hear;
    Native.all.push(this);
  }
  observe(element: Element) {
    this.watched.add(element);
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

globalThis.ResizeObserver = Native as unknown as typeof ResizeObserver;
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
