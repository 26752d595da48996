import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { isServed } from './compressAhead.ts';
import { answerUnknown } from './envelope.ts';

/** `otherOrigins` are the file hosts besides the workstation's own origin. */
type Needs = { folder: string; apiPrefix: string; otherOrigins: readonly string[] };

/** The hash of the empty string: Emotion creates empty style elements and fills them through the CSSOM. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Pages may use the microphone, for voice notes, and no other device. */
const devices = 'microphone=(self), camera=(), geolocation=(), payment=(), usb=(), serial=()';

/** The hash in the name of the page's first file, which changes with every build and is the name of the release. */
const releaseOf = (page: string): string =>
  (existsSync(page) && /\/start-([\w-]{8})\.js/.exec(readFileSync(page, 'utf8'))?.[1]) || 'none';

type Policy = Record<string, readonly string[]>;

const policy = (otherOrigins: readonly string[], apiPrefix: string, release: string): Policy => {
  const sockets = otherOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", emptyStyle],
    'img-src': ["'self'", 'data:', 'blob:', ...otherOrigins],
    'media-src': ["'self'", 'blob:', ...otherOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...otherOrigins, ...sockets],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['cloudroom-worker'],
    'report-uri': [`${apiPrefix}/csp-report?release=${release}`],
  };
};

/** Pages of their own by path. Those of developers are in the demonstration's build alone. */
const ownPages = ['/verify', '/workbench', '/stage'];
const forDevelopers = new Set(['/workbench', '/stage']);

/** Pages of developers draw diagrams, whose library sets styles and markup, and show the stage in a frame. */
const developerPolicy = ({ 'require-trusted-types-for': _, 'trusted-types': __, ...rest }: Policy): Policy => ({
  ...rest,
  'style-src': ["'self'", "'unsafe-inline'"],
  'frame-src': ["'self'"],
  'frame-ancestors': ["'self'"],
});

const policyText = (directives: Policy) =>
  Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';');

/** True for the address of a page rather than a file. Monitors and proxies request only the headers of a page. */
const isPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !/\/\.|\.\w+$/.test(url.split('?')[0] ?? '') &&
  (headers.accept ?? '*/*').match(/html|\*\/\*/) !== null;

async function registerFiles(site: FastifyInstance, folder: string): Promise<void> {
  await site.register(fastifyStatic, {
    root: folder,
    decorateReply: false,
    index: false,
    preCompressed: true,
    wildcard: true,
    dotfiles: 'ignore',
    allowedPath: isServed,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${folder}/assets/`);
      reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** Serves the built workstation: its files cached for a year, its page never cached and under a strict content policy. */
export async function workstationPlugin(
  site: FastifyInstance,
  { folder, apiPrefix, otherOrigins }: Needs,
): Promise<void> {
  const page = join(folder, 'index.html');
  const directives = policy(otherOrigins, apiPrefix, releaseOf(page));
  const pagePolicy = policyText(directives);
  const ofDevelopers = policyText(developerPolicy(directives));
  const pages = new Map(
    ownPages.map((path) => [path, join(folder, `${path}.html`)] as const).filter(([, file]) => existsSync(file)),
  );
  await site.register(helmet, {
    // Set below, where it replaces the common policy; helmet's would be replaced by that.
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // Set for every answer in `headers.ts`, and only over TLS.
    strictTransportSecurity: false,
  });
  const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '';
  site.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    reply.header('permissions-policy', devices);
    reply.header('content-security-policy', pages.has(path) && forDevelopers.has(path) ? ofDevelopers : pagePolicy);
  });
  if (existsSync(folder)) await registerFiles(site, folder);
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.startsWith(`${apiPrefix}/`)) return answerUnknown(request, reply);
    if (!isPage(request)) return reply.code(404).type('text/plain').send('Not found');
    if (!existsSync(page))
      return reply.code(503).type('text/plain').send('The workstation is not built: run "npm run build".');
    const file = pages.get(pathOf(request)) ?? page;
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(readFileSync(file));
  };
  site.get('/', serve);
  site.setNotFoundHandler(serve);
}

type Config = Pick<Settings, 'apiPrefix' | 'socketPath' | 'fileHost' | 'testHospitalHost' | 'brand'>;

/** Serves the workstation's configuration. An empty host means the one that the workstation was loaded from. */
export async function runtimeConfigPlugin(
  app: FastifyInstance,
  { apiPrefix, socketPath, fileHost, testHospitalHost, brand }: Config,
): Promise<void> {
  const config = { apiHost: '', apiPrefix, socketHost: '', socketPath, fileHost, testHospitalHost, brand };
  app.get('/config.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(config));
}
