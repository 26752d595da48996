import { askedAhead } from '../domain/askedAhead.ts';

/** The request for `/config.json`, the runtime configuration. */
export const configRequest = askedAhead((fetch: typeof globalThis.fetch) =>
  fetch('/config.json', { cache: 'no-cache', credentials: 'omit' }),
);
