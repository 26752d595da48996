import { Subscription } from 'rxjs';
import { afterEach, beforeEach, vi } from 'vitest';

/** Each test of the file has a clock of its own, and a scope that ends with it. */
export function ownScope(): () => Subscription {
  let scope = new Subscription();
  beforeEach(() => {
    vi.useFakeTimers();
    scope = new Subscription();
  });
  afterEach(() => {
    scope.unsubscribe();
    vi.useRealTimers();
  });
  return () => scope;
}
