import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Log } from '../log.ts';

const field = z
  .string()
  .transform((text) => text.slice(0, 300))
  .catch('');
const Report = z.object({
  'csp-report': z.object({
    'document-uri': field,
    'violated-directive': field,
    'blocked-uri': field,
    'source-file': field,
  }),
});

/** Takes the browser's reports of what the content policy stopped; at most sixty a minute are written down. */
export const policyReports =
  ({ prefix, log, now }: { prefix: string; log: Log; now: () => number }) =>
  async (app: FastifyInstance) => {
    let window = { from: 0, count: 0 };
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        ['application/csp-report', 'application/json'],
        { parseAs: 'string', bodyLimit: 16_384 },
        scope.getDefaultJsonParser('error', 'error'),
      );
      scope.post(`${prefix}/csp-report`, async (request, reply) => {
        const report = Report.safeParse(request.body);
        if (now() - window.from > 60_000) window = { from: now(), count: 0 };
        if (report.success && ++window.count <= 60) log.warn('content policy violated', report.data['csp-report']);
        return reply.code(204).send();
      });
    });
  };
