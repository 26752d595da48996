import { Code } from '../../contract/envelope.ts';
import { getTenantByWebsite } from '../../contract/http/tenant.ts';
import { usualIdleLockMin } from '../../contract/limits.ts';
import { websiteOf } from '../../contract/site.ts';
import { interpret } from '../domain/answers.ts';
import type { HospitalAnswer } from '../domain/session.ts';
import { serviceHoursOf } from '../domain/wait.ts';
import type { Configuration } from './config.ts';
import type { Http } from './http.ts';

type Needs = {
  readonly http: Http;
  readonly config: Pick<Configuration, 'current'>;
  /** The site's host with its port. */
  readonly host: string;
};

export class HospitalUnreachable extends Error {
  override name = 'HospitalUnreachable';
}

/**
 * Finds the hospital of this site. Rejects if the platform cannot be reached, so that nobody signs in to a guessed
 * hospital.
 */
export const findHospital =
  ({ http, config, host }: Needs) =>
  async (signal: AbortSignal): Promise<HospitalAnswer> => {
    const website = websiteOf(host, config.current.testHospitalHost);
    const answer = interpret(await http.get(getTenantByWebsite.path, { query: { website }, isToken: false, signal }));
    if (answer.outcome !== 'success') {
      const { code } = answer.untranslated;
      if (code === Code.hospitalDisabled) return { outcome: 'disabled' };
      if (code === Code.hospitalExpired) return { outcome: 'expired' };
      if (code === Code.hospitalUnknown || code === Code.badRequest) return { outcome: 'unknown' };
      throw new HospitalUnreachable(answer.untranslated.kind);
    }
    const read = getTenantByWebsite.reply.safeParse(answer.data);
    if (!read.success) throw new HospitalUnreachable('malformed');
    if (read.data === null) return { outcome: 'unknown' };
    const { systemTenantId: id, name, logo, disabled, expired, idleLockMin, serviceHours } = read.data;
    // The platform marks an expired hospital as disabled as well.
    if (expired) return { outcome: 'expired' };
    if (disabled) return { outcome: 'disabled' };
    if (id === null) return { outcome: 'unknown' };
    const idleLockMs = (idleLockMin ?? usualIdleLockMin) * 60_000;
    return {
      outcome: 'found',
      hospital: { id, name, logo: logo || null, idleLockMs, serviceHours: serviceHoursOf(serviceHours ?? []) },
    };
  };
