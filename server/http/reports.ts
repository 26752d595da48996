import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Log } from '../log.ts';

/** The name of a directive. The route is public, so nothing but a known name is logged. */
const Directive = z
  .string()
  .regex(/^([a-z]{4,8}-(src(-elem|-attr)?|uri|action|ancestors)|(require-)?trusted-types(-for)?)( |$)/);
const Report = z.object({
  'csp-report': z.object({ 'violated-directive': Directive, 'blocked-uri': z.string().catch('') }),
});

/** The blocked origin, or the browser's keyword where there is none. The rest of an address may contain typed text. */
function originOf(blocked: string): string {
  if (/^(inline|eval|data|blob|wasm-eval|trusted-types-\w+)$/.test(blocked)) return blocked;
  return URL.canParse(blocked) ? new URL(blocked).origin : 'unknown';
}

/** Receives the browser's reports of content policy violations and logs at most sixty a minute. */
export async function policyReportsPlugin(
  app: FastifyInstance,
  { apiPrefix, log, now }: { apiPrefix: string; log: Log; now: () => number },
): Promise<void> {
  let window = { from: 0, count: 0 };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/csp-report', 'application/json'],
    { parseAs: 'string', bodyLimit: 16_384 },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.post(`${apiPrefix}/csp-report`, async (request, reply) => {
    const report = Report.safeParse(request.body);
    if (now() - window.from > 60_000) window = { from: now(), count: 0 };
    if (report.success && ++window.count <= 60) {
      const { 'violated-directive': violated, 'blocked-uri': blocked } = report.data['csp-report'];
      log.warn('content policy violated', { directive: violated.split(' ')[0], blocked: originOf(blocked) });
    }
    return reply.code(204).send();
  });
}
