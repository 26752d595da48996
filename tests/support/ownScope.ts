import { Subscription } from 'rxjs';
import { afterEach, beforeEach, vi } from 'vitest';

/** Gives each test of the file fake timers and a subscription that ends with it. */
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
