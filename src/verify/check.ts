import type { verifyPrescription } from '../../contract/extension/signing.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { withVisibleControls } from '../domain/direction.ts';

type Answered = ReplyOf<typeof verifyPrescription>['state'];

/** The result of a check; `unchecked` and `tooMany` say nothing about the prescription. */
export type Verified = Answered | 'unknown' | 'unchecked' | 'tooMany';

/** Who signed, to be compared with the paper. */
export type Signer = NonNullable<ReplyOf<typeof verifyPrescription>['signers']>[number];

/**
 * The result with the signers of a prescription in force, named in the language of the reader, and the zone, as IANA
 * names it, in which the paper shows times; empty without one.
 */
export type Check = { readonly state: Verified; readonly signers: readonly Signer[]; readonly timeZone: string };

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
  return typeof field === 'string' ? withVisibleControls(field) : otherwise;
};

/** Where the platform's calls are: this page's own origin unless `/config.json` names another. */
async function platformAddress(fetch: typeof window.fetch): Promise<string> {
  const reply = await fetch('/config.json', { cache: 'no-cache', credentials: 'omit' });
  const isConfig = reply.ok && /json/i.test(reply.headers.get('content-type') ?? '');
  const config: unknown = isConfig ? await reply.json() : null;
  return [textOf(config, 'apiHost', ''), textOf(config, 'apiPrefix', '/api')]
    .map((part) => part.replace(/\/$/, ''))
    .join('');
}

function signerIn(value: unknown): Signer[] {
  const [role, name, time] = [fieldOf(value, 'role'), fieldOf(value, 'name'), fieldOf(value, 'time')];
  if ((role !== 'doctor' && role !== 'auditor') || typeof name !== 'string') return [];
  const title = textOf(value, 'title', '') || null;
  const dept = textOf(value, 'dept', '') || null;
  return [{ role, name: withVisibleControls(name), title, dept, time: typeof time === 'number' ? time : null }];
}

const nobody: readonly Signer[] = [];
const without = (state: Verified): Check => ({ state, signers: nobody, timeZone: '' });

function readAnswer(answer: unknown): Check {
  const [code, data] = [fieldOf(answer, 'code'), fieldOf(answer, 'data')];
  if (code === 200 || code === 0) {
    const state = states.find((one) => one === fieldOf(data, 'state')) ?? 'unchecked';
    const signers = fieldOf(data, 'signers');
    const timeZone = textOf(data, 'timeZone', '');
    return { state, signers: Array.isArray(signers) ? signers.flatMap(signerIn) : nobody, timeZone };
  }
  if (code === tooManyRequests) return without('tooMany');
  return without(code === notFound || code === badRequest ? 'unknown' : 'unchecked');
}

/** Asks the platform about a printed code; signers are named in this language. */
export async function checkCode(code: string, language: string, fetch: typeof window.fetch): Promise<Check> {
  if (code === '') return without('unknown');
  try {
    const reply = await fetch(`${await platformAddress(fetch)}/prescription/signing/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ code }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return readAnswer(await reply.json());
  } catch {
    return without('unchecked');
  }
}
