import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ClientReport } from '../../contract/clientReport.ts';
import { isWithin } from '../db/elapsed.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { HospitalState } from '../hospitals/policy.ts';
import { faultOf, type Log } from '../log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { networkOf } from './network.ts';
import { fingerprintOf, type Reported, storeReport } from './reportStore.ts';
import { headerOf, ipOf } from './request.ts';

/** The name of a directive. The route is public, so nothing but a known name is logged. */
const Directive = z
  .string()
  .regex(/^([a-z]{4,8}-(src(-elem|-attr)?|uri|action|ancestors)|(require-)?trusted-types(-for)?)( |$)/);
const PolicyReport = z.object({
  'csp-report': z.object({ 'violated-directive': Directive, 'blocked-uri': z.string().catch('') }),
});
const Release = z
  .object({ release: z.string().regex(/^[\w-]{8}$/) })
  .transform(({ release }) => release)
  .catch('none');

/** The blocked origin, or the browser's keyword where there is none. The rest of an address may contain typed text. */
function originOf(blocked: string): string {
  if (/^(inline|eval|data|blob|wasm-eval|trusted-types-\w+)$/.test(blocked)) return blocked;
  return URL.canParse(blocked) ? new URL(blocked).origin : 'unknown';
}

type Hospitals = {
  stateOf(id: string): Promise<HospitalState>;
  byHost(host: string): Promise<{ id: string } | null>;
};

type Needs = {
  apiPrefix: string;
  log: Log;
  metrics: Metrics;
  uow: UnitOfWork;
  hospitals: Hospitals;
  now: () => number;
};

const minuteMs = 60_000;
const most = { ofNetwork: 30, ofProcess: 120 };

/** Whether a report of this network counts in the current minute. */
function createReportLimit(now: () => number) {
  let window = { from: 0, total: 0, networks: new Map<string, number>() };
  return (ip: string): boolean => {
    if (!isWithin(now(), window.from, minuteMs)) window = { from: now(), total: 0, networks: new Map() };
    const network = networkOf(ip);
    const count = (window.networks.get(network) ?? 0) + 1;
    if (window.total >= most.ofProcess || count > most.ofNetwork) return false;
    window.total += 1;
    window.networks.set(network, count);
    return true;
  };
}

/**
 * Receives errors of browsers and violations of the content policy. Both come from anybody: reports that are not of the
 * exact form, or too many, are answered like all others and forgotten.
 */
export async function reportsPlugin(
  app: FastifyInstance,
  { apiPrefix, log, metrics, uow, hospitals, now }: Needs,
): Promise<void> {
  const isCounted = createReportLimit(now);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/csp-report', 'application/json'],
    { parseAs: 'string', bodyLimit: 16_384 },
    app.getDefaultJsonParser('error', 'error'),
  );

  /** The hospital that the workstation names, or the one of the page's address. */
  async function hospitalOf(request: FastifyRequest): Promise<string | null> {
    const named = headerOf(request, 'tenant-id');
    if (named !== null && /^[1-9]\d{0,17}$/.test(named))
      return (await hospitals.stateOf(named)) === 'open' ? named : null;
    const found = await hospitals.byHost(request.headers.host ?? '');
    return found?.id ?? null;
  }

  async function record(request: FastifyRequest, reported: Reported): Promise<void> {
    const { kind, name, release, route, frames } = reported;
    const fingerprint = fingerprintOf(reported);
    metrics.clientReport(kind);
    log.warn('a browser reported an error', { kind, name, release, fingerprint, route, frames: frames.slice(0, 3) });
    try {
      const hospitalId = await hospitalOf(request);
      if (hospitalId !== null) await storeReport(uow.read(hospitalId), reported, now());
    } catch (cause) {
      log.error('a report could not be stored', faultOf(cause));
    }
  }

  app.post(`${apiPrefix}/csp-report`, async (request, reply) => {
    const report = PolicyReport.safeParse(request.body);
    if (report.success && isCounted(ipOf(request))) {
      const { 'violated-directive': violated, 'blocked-uri': blocked } = report.data['csp-report'];
      const name = `${violated.split(' ')[0]} ${originOf(blocked)}`;
      const release = Release.parse(request.query);
      await record(request, { kind: 'csp', name, release, route: '', state: '', frames: [] });
    }
    return reply.code(204).send();
  });

  app.post(`${apiPrefix}/client-report`, async (request, reply) => {
    const report = ClientReport.safeParse(request.body);
    if (report.success && isCounted(ipOf(request))) await record(request, report.data);
    return reply.code(204).send();
  });
}
