import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Log } from '../log.ts';

/** The name of a directive. Anybody may post here, so nothing else is taken for one. */
const Directive = z
  .string()
  .regex(/^([a-z]{4,8}-(src(-elem|-attr)?|uri|action|ancestors)|(require-)?trusted-types(-for)?)( |$)/);
const Report = z.object({
  'csp-report': z.object({ 'violated-directive': Directive, 'blocked-uri': z.string().catch('') }),
});

/** The origin that was stopped, or the browser's word for what has none. The rest of an address may hold typed text. */
function originOf(blocked: string): string {
  if (/^(inline|eval|data|blob|wasm-eval|trusted-types-\w+)$/.test(blocked)) return blocked;
  return URL.canParse(blocked) ? new URL(blocked).origin : 'unknown';
}

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
        if (report.success && ++window.count <= 60) {
          const { 'violated-directive': violated, 'blocked-uri': blocked } = report.data['csp-report'];
          log.warn('content policy violated', { directive: violated.split(' ')[0], blocked: originOf(blocked) });
        }
        return reply.code(204).send();
      });
    });
  };
