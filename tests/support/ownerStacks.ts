import * as React from 'react';

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');

/**
 * React records a call stack for each element, which only its warnings print. Above 10,000 elements a second it stops
 * recording, and these tests always count as above: recording takes a sixth of their time.
 */
export function skipOwnerStacks(): void {
  if (!internals || typeof internals !== 'object' || !('recentlyCreatedOwnerStacks' in internals)) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
    configurable: true,
  });
}
