import type { verifyPrescription } from '../../contract/extension/signing.ts';
import type { ReplyOf } from '../../contract/operation.ts';

type Answered = ReplyOf<typeof verifyPrescription>['state'];

/** The result of a check; `unchecked` and `tooMany` say nothing about the prescription. */
export type Verified = Answered | 'unknown' | 'unchecked' | 'tooMany';

// This page imports no schemas, because they are several times its size.
const states = ['valid', 'altered', 'withdrawn'] as const satisfies readonly Answered[];
const [notFound, tooManyRequests, badRequest] = [404, 429, 400];
const timeoutMs = 15_000;

/** The code in the page's address: after # as printed, or as a parameter. */
export function codeIn({ hash, search }: Pick<Location, 'hash' | 'search'>): string {
  const named = (text: string) => new URLSearchParams(text.slice(1)).get('code');
  return named(hash) ?? named(search) ?? '';
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const textOf = (value: unknown, name: string, otherwise: string): string => {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field.replace(/\/$/, '') : otherwise;
};

/** Where the platform's calls are: this page's own origin unless `/config.json` names another. */
async function platformAddress(fetch: typeof window.fetch): Promise<string> {
  const reply = await fetch('/config.json', { cache: 'no-cache', credentials: 'omit' });
  const isConfig = reply.ok && /json/i.test(reply.headers.get('content-type') ?? '');
  const config: unknown = isConfig ? await reply.json() : null;
  return `${textOf(config, 'apiHost', '')}${textOf(config, 'apiPrefix', '/api')}`;
}

function readAnswer(answer: unknown): Verified {
  const [code, state] = [fieldOf(answer, 'code'), fieldOf(fieldOf(answer, 'data'), 'state')];
  if (code === 200 || code === 0) return states.find((one) => one === state) ?? 'unchecked';
  if (code === tooManyRequests) return 'tooMany';
  return code === notFound || code === badRequest ? 'unknown' : 'unchecked';
}

/** Asks the platform about a printed code. */
export async function checkCode(code: string, fetch: typeof window.fetch): Promise<Verified> {
  if (code === '') return 'unknown';
  try {
    const reply = await fetch(`${await platformAddress(fetch)}/prescription/signing/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return readAnswer(await reply.json());
  } catch {
    return 'unchecked';
  }
}
