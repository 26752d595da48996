import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies, and takes an absent one for an empty object: browsers' clients send a POST without a body as JSON
 * or as an empty form. Anything else, `text/plain` from a foreign page included, is refused.
 */
export function registerBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void json(request, body.toString(), done);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    if (body === '') done(null, {});
    else done(Object.assign(new Error('a form is not accepted'), { statusCode: 400 }), undefined);
  });
}
