import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { type FastifyInstance, fastify } from 'fastify';
import type { Log } from '../log.ts';
import { createObservation, type Observation } from '../observe/observation.ts';
import type { CallLimit } from './callLimit.ts';
import { answerFailure, answerUnknown } from './envelope.ts';
import { headersFor, registerCommonHeaders, registerCors, registerNoStore } from './headers.ts';
import { createRequestIds, observeRequests } from './observeRequests.ts';
import { type OperationNeeds, registerOperations } from './operations.ts';
import type { Proxies } from './proxies.ts';

type Needs = OperationNeeds & {
  apiPrefix: string;
  log: Log;
  observation?: Observation;
  publicOrigins: readonly string[];
  proxies: Proxies;
  /** Bounds the calls in progress. */
  callLimit?: CallLimit;
  /** Registers the plugins whose operations are answered under the API prefix. */
  registerPlugins: (api: FastifyInstance) => void;
};

const bodyBytes = 1024 * 1024;

/**
 * Parses JSON bodies, and treats an empty one as an empty object: browsers send a POST without a body as JSON or as an
 * empty form. Everything else is refused, including `text/plain`, which pages of other origins could send.
 */
function registerBodyParsers(api: FastifyInstance): void {
  const json = api.getDefaultJsonParser('error', 'error');
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void json(request, body.toString(), done);
  });
  api.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    if (body === '') done(null, {});
    else done(Object.assign(new Error('a form is not accepted'), { statusCode: 400 }), undefined);
  });
}

function refuseJsonSchema(): never {
  throw new Error('A route has a JSON schema: describe it in contract/ instead.');
}

/** Operations are validated by their zod schemas, and loading Fastify's own compilers takes a tenth of the start. */
const withoutJsonSchemas = {
  buildValidator: () => () => refuseJsonSchema,
  buildSerializer: () => () => refuseJsonSchema,
};

/** The HTTP server with everything that its plugins share, ready for more plugins and to listen. */
export async function createHttp(needs: Needs): Promise<FastifyInstance> {
  const { apiPrefix, log, publicOrigins, proxies, registerPlugins, callLimit, ...shared } = needs;
  const observation = needs.observation ?? createObservation(needs);
  const app = fastify({
    bodyLimit: bodyBytes,
    trustProxy: proxies.trusts,
    requestTimeout: 120_000,
    forceCloseConnections: true,
    // The limit of calls refuses those that arrive meanwhile, in the envelope.
    return503OnClosing: false,
    // No hook runs for a request whose address cannot be read.
    frameworkErrors: (error, request, reply) =>
      void answerFailure(log)(
        error,
        request,
        reply.headers({ ...headersFor(request.raw, proxies), 'x-request-id': request.id }),
      ),
    genReqId: createRequestIds(proxies),
    schemaController: { compilersFactory: withoutJsonSchemas },
  });
  app.setErrorHandler(answerFailure(log));
  registerCommonHeaders(app, proxies);
  observeRequests(app, { log, observation, proxies });
  registerCors(app, publicOrigins);
  await app.register(compress, {
    threshold: 2048,
    // No client sends compressed requests; decompressing them would let a stranger cause work.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(
    async (api) => {
      registerNoStore(api);
      callLimit?.register(api);
      registerBodyParsers(api);
      registerOperations(api, { ...shared, log });
      registerPlugins(api);
      api.all('/*', answerUnknown);
    },
    { prefix: apiPrefix },
  );
  return app;
}
