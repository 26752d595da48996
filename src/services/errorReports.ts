import type { ClientReport } from '../../contract/clientReport.ts';

type Page = Pick<Window, 'fetch' | 'location' | 'document'>;

export type ReportTarget = {
  /** API host and prefix of the platform. */
  readonly address: string;
  readonly hospitalId: string | null;
  /** The value of the session's machine. */
  readonly state: unknown;
  readonly routes: readonly string[];
};

const maxReports = 20;
const kinds: Readonly<Record<string, ClientReport['kind']>> = {
  screen: 'screen',
  uncaught: 'uncaught',
  unhandled: 'rejection',
};

/** The positions of a stack in our own files. The rest of a stack repeats the message, which may quote typed text. */
function framesOf({ stack = '' }: Error): ClientReport['frames'] {
  const found = stack.matchAll(/\/assets\/([\w-]{1,60}\.js):(\d{1,7}):(\d{1,7})\)?$/gm);
  return [...found].slice(0, 10).map(([, file = '', line, column]) => ({
    file,
    line: Number(line),
    column: Number(column),
  }));
}

/** The names of a machine's states, outermost first; of parallel ones the first. */
function pathOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  const [first] = Object.entries((value ?? {}) as Record<string, unknown>);
  return first ? [first[0], ...pathOf(first[1])] : [];
}

/** The hash in the name of the first file, which changes with every build. */
const releaseOf = ({ document }: Page) =>
  /\/start-([\w-]{8})\.js/.exec(document.querySelector<HTMLScriptElement>('script[src*="/start-"]')?.src ?? '')?.[1] ??
  'none';

function reportOf(page: Page, what: string, error: Error, { state, routes }: ReportTarget): ClientReport {
  const { pathname } = page.location;
  return {
    kind: kinds[what] ?? 'noted',
    name: /^([A-Z][A-Za-z]{0,40})?(Error|Exception)$/.test(error.name) ? error.name : 'Error',
    frames: framesOf(error),
    // The value is one of the listed routes.
    route: (routes.includes(pathname) ? pathname : 'other') as ClientReport['route'],
    release: releaseOf(page),
    state: pathOf(state).join('.'),
  };
}

/** Sends each error of this page once, without its message. A report that fails is not repeated. */
export function createErrorReports(page: Page) {
  const sent = new Set<string>();

  return async (what: string, error: Error, target: ReportTarget): Promise<void> => {
    const body = JSON.stringify(reportOf(page, what, error, target));
    if (sent.has(body) || sent.size >= maxReports) return;
    sent.add(body);
    const { hospitalId, address } = target;
    const headers = { 'content-type': 'application/json', ...(hospitalId === null ? {} : { 'tenant-id': hospitalId }) };
    const request = { method: 'POST', headers, body, credentials: 'omit', keepalive: true } as const;
    await page.fetch(`${address}/client-report`, request).catch(() => {});
  };
}
