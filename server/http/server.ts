import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import { type FastifyInstance, fastify } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { type ApiNeeds, answerFailure, answerUnknown, ipOf, registerApi, routeOf } from './api.ts';
import { registerBodies } from './bodies.ts';
import { registerAnswerHeaders, registerCors } from './headers.ts';

type Extra = (app: FastifyInstance) => Promise<void>;

type Needs = ApiNeeds & {
  publicOrigins: readonly string[];
  trustedProxies: readonly string[];
  /** What is served beside the calls: workstation, files, documents. */
  beside: readonly Extra[];
};

const bodyBytes = 1024 * 1024;

/** The platform's HTTP side, ready to listen or to be called by tests. */
export async function createHttp({ publicOrigins, trustedProxies, beside, ...needs }: Needs): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: bodyBytes,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: 120_000,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void answerFailure(needs.log)(error, request, reply),
    genReqId: () => crypto.randomUUID(),
  });
  app.setErrorHandler(answerFailure(needs.log));
  registerCors(app, publicOrigins);
  app.addHook('onResponse', (request, reply, done) => {
    const [ip, ms] = [ipOf(request), Math.round(reply.elapsedTime)];
    needs.log.info('request', { ...routeOf(request), ip, id: request.id, status: reply.statusCode, ms });
    done();
  });
  await app.register(compress, {
    threshold: 2048,
    // Nobody sends compressed questions; unpacking them would be work that a stranger can order.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });

  await app.register(async (api) => {
    registerAnswerHeaders(api);
    registerBodies(api);
    registerApi(api, { ...needs, routes: needs.routes.filter(({ operation }) => operation.wire !== 'upload') });
    // What reads files follows every call of its scope, so it has one of its own.
    await api.register(async (uploads) => {
      await uploads.register(multipart, { limits: { fileSize: limits.fileBytes, files: 1, fields: 10, parts: 12 } });
      registerApi(uploads, { ...needs, routes: needs.routes.filter(({ operation }) => operation.wire === 'upload') });
    });
    api.all(`${needs.prefix}/*`, answerUnknown);
  });
  for (const extra of beside) await extra(app);
  return app;
}
