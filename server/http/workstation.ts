import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnknown } from './api.ts';

type Needs = { folder: string; prefix: string; elsewhere: readonly string[] };

/** The hash of the empty string: Emotion's style elements are born empty and filled through the CSSOM. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Of all devices only the microphone, and only for the workstation itself: voice notes. */
const devices = 'microphone=(self), camera=(), geolocation=(), payment=(), usb=(), serial=()';

const policy = (elsewhere: readonly string[], prefix: string) => {
  const sockets = elsewhere.map((origin) => origin.replace(/^http/, 'ws'));
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", emptyStyle],
    'img-src': ["'self'", 'data:', 'blob:', ...elsewhere],
    'media-src': ["'self'", 'blob:', ...elsewhere],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...elsewhere, ...sockets],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['cloudroom-worker'],
    'report-uri': [`${prefix}/csp-report`],
  };
};

/** A page of the workstation, as against a file that is not there. Watchdogs and proxies ask for its head alone. */
const isPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !/\/\.|\.\w+$/.test(url.split('?')[0] ?? '') &&
  (headers.accept ?? '*/*').match(/html|\*\/\*/) !== null;

/** Serves the built workstation: its files for a year, its page always fresh and under a strict content policy. */
export const workstation =
  ({ folder, prefix, elsewhere }: Needs) =>
  async (app: FastifyInstance) => {
    const page = join(folder, 'index.html');
    await app.register(async (site) => {
      await site.register(helmet, {
        contentSecurityPolicy: { useDefaults: false, directives: policy(elsewhere, prefix) },
        referrerPolicy: { policy: 'no-referrer' },
      });
      site.addHook('onRequest', async (_, reply) => {
        reply.header('permissions-policy', devices);
      });
      if (existsSync(folder))
        await site.register(fastifyStatic, {
          root: folder,
          decorateReply: false,
          index: false,
          preCompressed: true,
          wildcard: true,
          dotfiles: 'ignore',
          allowedPath: (path) => !path.endsWith('.map'),
          cacheControl: false,
          setHeaders: (reply, path) => {
            const isHashed = path.includes(`${folder}/assets/`);
            reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
          },
        });
      const serve = (request: FastifyRequest, reply: FastifyReply) => {
        if (request.url.startsWith(`${prefix}/`)) return answerUnknown(request, reply);
        if (!isPage(request)) return reply.code(404).type('text/plain').send('Not found');
        if (!existsSync(page))
          return reply.code(503).type('text/plain').send('The workstation is not built: run "npm run build".');
        return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(readFileSync(page));
      };
      site.get('/', serve);
      site.setNotFoundHandler(serve);
    });
  };
