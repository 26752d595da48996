import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';

const lists = 288;

/** Gives the cloud room a size, which jsdom lacks; the returned function changes it, as turning a phone does. */
export function screenSize(width: number, height: number) {
  const now = { width, height };
  const observers = new Set<() => void>();
  const isMeasured = (element: Element) => element.matches('.room, .room-grid');
  class SizeObserver {
    readonly report: () => void;
    constructor(report: () => void) {
      this.report = report;
    }
    observe(element: Element) {
      if (isMeasured(element)) observers.add(this.report);
    }
    unobserve() {}
    disconnect() {
      observers.delete(this.report);
    }
  }
  const before = window.ResizeObserver;
  window.ResizeObserver = SizeObserver as unknown as typeof ResizeObserver;
  const sizes = {
    clientWidth(this: Element) {
      if (!isMeasured(this)) return 0;
      return this.matches('.room-grid') && now.width >= 640 ? now.width - lists : now.width;
    },
    clientHeight(this: Element) {
      return isMeasured(this) ? now.height : 0;
    },
  };
  for (const [name, get] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get });
  onTestFinished(() => {
    window.ResizeObserver = before;
    for (const name of Object.keys(sizes)) Reflect.deleteProperty(HTMLElement.prototype, name);
  });
  return (nextWidth: number, nextHeight: number) =>
    act(async () => {
      Object.assign(now, { width: nextWidth, height: nextHeight });
      for (const report of observers) report();
    });
}
