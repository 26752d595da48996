import { reportedRoutes } from '../../../contract/clientReport.ts';
import { identityOf } from '../../machines/selectors/session.ts';
import type { Session } from '../../machines/session.ts';
import type { Configuration } from '../../services/config.ts';
import { createErrorReports } from '../../services/errorReports.ts';

let report: ReturnType<typeof createErrorReports> | null = null;

/** Reports an error to the platform. Loaded with the first error, so that it costs nothing before. */
export function reportError(
  window: Window,
  { config, session }: { config: Configuration; session: Session },
  what: string,
  error: Error,
): Promise<void> {
  report ??= createErrorReports(window);
  const { apiHost, apiPrefix } = config.current;
  const snapshot = session.getSnapshot();
  const hospitalId = identityOf(snapshot)?.hospitalId ?? null;
  return report(what, error, {
    address: apiHost + apiPrefix,
    hospitalId,
    state: snapshot.value,
    routes: reportedRoutes,
  });
}
