import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Code } from '../../contract/envelope.ts';
import { placeOf } from '../files/disk.ts';
import type { Links } from '../files/links.ts';
import { languageOf, messageOf } from '../messages.ts';

const Asked = z.object({ key: z.string().regex(/^[\w-]{20,60}\.\w{2,4}$/), name: z.string().max(400) });
const Proof = z.object({ expires: z.coerce.number().int(), signature: z.string().max(64) });

const headers = {
  // A picture that is taken back must not come out of a cache.
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const;

type Needs = { folder: string; links: Links; isWithdrawn: (key: string) => Promise<boolean> };

/** Serves stored files under signed links, as downloads that no browser runs. */
export const fileHost =
  ({ folder, links, isWithdrawn }: Needs) =>
  async (app: FastifyInstance) => {
    await app.register(async (host) => {
      await host.register(fastifyStatic, { root: folder, serve: false, cacheControl: false });
      host.get('/files/:key/:name', async (request, reply) => {
        const asked = Asked.safeParse(request.params);
        const proof = Proof.safeParse(request.query);
        const isGood =
          asked.success &&
          proof.success &&
          links.isGood(asked.data.key, asked.data.name, proof.data.expires, proof.data.signature) &&
          !(await isWithdrawn(asked.data.key));
        if (!isGood) {
          const msg = messageOf(Code.fileLinkExpired, null, null, languageOf(request.headers['accept-language']));
          return reply
            .code(403)
            .header('cache-control', 'no-store')
            .send({ code: Code.fileLinkExpired, msg, data: null });
        }
        const { key, name } = asked.data;
        reply
          .headers(headers)
          .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
        return reply.sendFile(join(placeOf(key)), folder);
      });
    });
  };
