import { Code } from '../../contract/envelope.ts';
import { getAreaTree } from '../../contract/extension/settings.ts';
import { getTenantByWebsite } from '../../contract/http/tenant.ts';
import type { Access, Operation } from '../../contract/operation.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Identify, Identity } from '../accounts/identities.ts';
import type { Language } from '../accounts/staffPolicy.ts';
import { type Refused, refused, refusedSaying } from '../db/outcome.ts';

/** What the gate asks: who stands behind a token, and how a hospital stands. */
export type GateNeeds = {
  identify: Identify;
  tenantState(id: string): Promise<'open' | 'disabled' | 'unknown'>;
};

/** Who comes, as far as their headers say. */
export type Visit = {
  tenantHeader: string | string[] | undefined;
  authorization: string | undefined;
  ip: string;
  requestId: string;
  language: Language;
};

/** `tenantId` is the hospital on whose trail the refusal belongs: the caller's own, or the one that was asked. */
type Barred = Refused & { tenantId?: string; by?: Caller };
type Admission = { ok: true; tenantId: string; user: Caller | null; token: string | null } | Barred;

const barred = (refusal: Refused, by: Caller): Barred => ({ ...refusal, by, tenantId: by.tenantId });

/** The calls that find a hospital or belong to none. */
const withoutTenant = new Set<Operation>([getTenantByWebsite, getAreaTree]);

const admits: Readonly<Record<Access, (caller: Caller) => boolean>> = {
  public: () => true,
  staff: (caller) => caller.kind === 'staff',
  doctor: (caller) => caller.kind === 'staff' && !caller.isAuditor,
  auditor: (caller) => caller.kind === 'staff' && caller.isAuditor,
  patient: (caller) => caller.kind === 'patient',
  party: () => true,
};

/** Written out for each kind: objects put together by spreading take longer than the rest of the gate. */
function callerOf(found: Identity, { ip, requestId, language }: Visit): Caller {
  const { tenantId, userType, userId, id, name, sessionId } = found;
  const rowsLeft = { ok: 0, refused: 0 };
  if (found.kind === 'patient')
    return { kind: 'patient', tenantId, userType, userId, id, name, sessionId, ip, requestId, language, rowsLeft };
  const { isAuditor } = found;
  return {
    kind: 'staff',
    tenantId,
    userType,
    userId,
    id,
    name,
    isAuditor,
    sessionId,
    ip,
    requestId,
    language,
    rowsLeft,
  };
}

const bearer = (authorization: string | undefined): string | null =>
  /^Bearer ([\w.~+/=-]{1,200})$/i.exec(authorization ?? '')?.[1] ?? null;

function tenantOf(operation: Operation, header: Visit['tenantHeader']): string | Refused {
  if (withoutTenant.has(operation)) return '';
  if (header === undefined || header === '')
    return refusedSaying(Code.badRequest, 'tenantMissing', { field: 'tenant-id' });
  if (typeof header !== 'string' || !/^[1-9]\d{0,17}$/.test(header))
    return refused(Code.badRequest, { field: 'tenant-id' });
  return header;
}

/** Decides whether a request may reach an operation: the hospital is open, the token good and of that hospital, the role right. */
export async function admit(operation: Operation, visit: Visit, needs: GateNeeds): Promise<Admission> {
  const tenantId = tenantOf(operation, visit.tenantHeader);
  if (typeof tenantId !== 'string') return tenantId;
  const token = bearer(visit.authorization);
  const found = token === null ? null : await needs.identify(token);
  const user = found === null ? null : callerOf(found, visit);
  if (tenantId !== '' && user !== null && user.tenantId !== tenantId && operation.access !== 'public')
    return barred(refusedSaying(Code.forbidden, 'tenantForeign'), user);
  if (tenantId !== '') {
    const state = await needs.tenantState(tenantId);
    if (state === 'unknown') return refused(Code.tenantUnknown);
    if (state === 'disabled') return { ...refused(Code.tenantDisabled), tenantId };
  }
  if (operation.access === 'public')
    return { ok: true, tenantId, user: user?.tenantId === tenantId ? user : null, token };
  if (user === null) return { ...refused(Code.unauthorised), tenantId };
  return admits[operation.access](user) ? { ok: true, tenantId, user, token } : barred(refused(Code.forbidden), user);
}
