import { askedAhead } from '../domain/askedAhead.ts';

/** The request for `/config.json`, the runtime configuration; its options are those of the page's preload. */
export const configRequest = askedAhead((fetch: typeof globalThis.fetch) => fetch('/config.json'));
