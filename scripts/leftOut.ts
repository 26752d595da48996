import type { Plugin } from 'vite';

const engine = 'engine.io-client/build/esm/transports';
const helper = 'axios/lib/helpers';

/**
 * Library modules that the product never runs, each with its replacement in the build. The product sends JSON and
 * FormData to complete URLs by XMLHttpRequest, which reports upload progress; its socket uses only WebSocket; it passes
 * no ReadableStream to rxjs; React itself has useSyncExternalStore.
 */
export const leftOut: Readonly<Record<string, string>> = {
  'axios/lib/adapters/fetch.js': 'export const getFetch = () => null;',
  [`${helper}/AxiosURLSearchParams.js`]: 'export default class {}',
  [`${helper}/HttpStatusCode.js`]: 'export default {};',
  [`${helper}/buildURL.js`]: 'export default (url) => url;',
  [`${helper}/cookies.js`]: 'export default { read: () => null, readAsync: async () => null };',
  [`${helper}/formDataToJSON.js`]: 'export default () => null;',
  [`${helper}/toFormData.js`]: 'export default () => null;',
  [`${helper}/validator.js`]:
    'export default { assertOptions() {}, validators: { transitional() {}, spelling() {} } };',
  [`${engine}/polling-xhr.js`]: 'export class XHR {}',
  [`${engine}/polling-xhr.node.js`]: 'export class XHR {}',
  [`${engine}/webtransport.js`]: 'export class WT {}',
  'rxjs/dist/esm/internal/util/isReadableStreamLike.js':
    'export const isReadableStreamLike = () => false; export const readableStreamLikeToAsyncGenerator = null;',
  'tslib/tslib.es6.mjs': 'export const __asyncValues = null; export const __awaiter = null;',
  'use-sync-external-store/shim/index.js':
    "module.exports = { useSyncExternalStore: require('react').useSyncExternalStore };",
};

const files = Object.keys(leftOut);

export const leftOutPlugin: Plugin = {
  name: 'left-out',
  enforce: 'pre',
  load: (id) => leftOut[files.find((file) => id.endsWith(file)) ?? ''] ?? null,
};
