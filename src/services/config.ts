import * as z from 'zod/mini';
import { configRequest } from './configRequest.ts';

const origin = z.string().check(z.regex(/^$|^https?:\/\/[^/?#]+\/?$/));
const path = z.string().check(z.regex(/^\/[^?#]*$/));

const File = z.object({
  apiHost: z.optional(origin),
  apiPrefix: z.optional(z.union([path, z.literal('')])),
  socketHost: z.optional(origin),
  socketPath: z.optional(path),
  fileHost: z.optional(origin),
  testHospitalHost: z.optional(z.string().check(z.minLength(1))),
  brand: z.optional(z.string()),
});

/** Addresses of the platform. Each is an origin without a trailing slash; the page's own origin unless configured. */
export type Config = {
  readonly apiHost: string;
  readonly apiPrefix: string;
  readonly socketHost: string;
  readonly socketPath: string;
  readonly fileHost: string;
  /** The host used for the hospital lookup on local and test-network hosts. */
  readonly testHospitalHost: string;
  readonly brand: string;
};

export class ConfigUnreachable extends Error {
  override name = 'ConfigUnreachable';
}

type Needs = { readonly origin: string; readonly fetch: typeof fetch };

const bare = (host: string | undefined, otherwise: string) => (host ? host.replace(/\/$/, '') : otherwise);

/** Parses config.json. Missing fields mean this site's own origin. */
export function parseConfig(written: unknown, origin: string): Config {
  const file = File.parse(written);
  const apiHost = bare(file.apiHost, origin);
  return {
    apiHost,
    apiPrefix: (file.apiPrefix ?? '/api').replace(/\/$/, ''),
    socketHost: bare(file.socketHost, apiHost),
    socketPath: file.socketPath ?? '/infra/im',
    fileHost: bare(file.fileHost, apiHost),
    testHospitalHost: file.testHospitalHost ?? 'localhost',
    brand: file.brand ?? '',
  };
}

/**
 * The runtime configuration: defaults until `/config.json` has been read. Without that file the site is its own
 * platform.
 */
export function createConfiguration({ origin, fetch }: Needs) {
  let current = parseConfig({}, origin);
  return {
    get current() {
      return current;
    },
    async load(): Promise<void> {
      const reply = await configRequest.ask(fetch);
      if (reply.status === 404) return;
      if (!reply.ok) throw new ConfigUnreachable(String(reply.status));
      if (!/json/i.test(reply.headers.get('content-type') ?? '')) return;
      current = parseConfig(await reply.json(), origin);
    },
  };
}

export type Configuration = ReturnType<typeof createConfiguration>;
