import type { IncomingMessage } from 'node:http';
import { Code } from '../../contract/envelope.ts';
import { Handshake, type HandshakeRefusal } from '../../contract/socket.ts';
import type { Identify, Identity } from '../accounts/identities.ts';
import { isRowId } from '../db/columns.ts';
import type { TokenChecks } from '../http/admission.ts';
import type { Present } from './types.ts';

export type AdmitNeeds = {
  identify: Identify;
  tenantState: TokenChecks['tenantState'];
  /** When an access token runs out; null when there is none such. */
  expiryOf(token: string): Promise<number | null>;
};

/** Why a handshake is refused, who it was where that is known, and the hospital that a stranger claims. */
export class Refused extends Error {
  readonly data: HandshakeRefusal;
  readonly who: Identity | null;
  readonly claimed: string | null;
  constructor(code: Code, who: Identity | null = null, claimed: string | null = null) {
    super(`refused: ${code}`);
    this.data = { code };
    this.who = who;
    this.claimed = claimed;
  }
}

/** A page of our own address or of a listed one may connect; programs that are no browser name no origin. */
export function isOwnOrigin({ headers }: IncomingMessage, listed: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || listed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Who stands behind a handshake; throws a refusal that the client can read. */
export async function admitted(auth: unknown, { identify, tenantState, expiryOf }: AdmitNeeds): Promise<Present> {
  const parsed = Handshake.safeParse(auth);
  if (!parsed.success) throw new Refused(Code.badRequest);
  const { token, tenantId } = parsed.data;
  const who = await identify(token);
  const expireTime = who === null ? null : await expiryOf(token);
  if (who === null || expireTime === null)
    throw new Refused(Code.unauthorised, null, isRowId(tenantId) ? tenantId : null);
  if (who.tenantId !== tenantId) throw new Refused(Code.forbidden, who);
  const state = await tenantState(tenantId);
  if (state !== 'open') throw new Refused(state === 'disabled' ? Code.tenantDisabled : Code.tenantUnknown, who);
  return { who, expireTime, refusals: 0 };
}
