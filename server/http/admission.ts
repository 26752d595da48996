import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import { getAreaTree, getUiSetting } from '../../contract/extension/settings.ts';
import { verifyPrescription } from '../../contract/extension/signing.ts';
import { getTenantByWebsite } from '../../contract/http/tenant.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { Access, Operation } from '../../contract/operation.ts';
import type { Caller, Language } from '../accounts/caller.ts';
import type { Identify, Identity } from '../accounts/identities.ts';
import { type Refused, refused, refusedWith } from '../db/outcome.ts';
import { isDoctor } from '../db/roles.ts';
import type { HospitalState } from '../hospitals/policy.ts';
import type { Log } from '../log.ts';
import { type EnsureTrail, ruleOf } from '../trail/ensureTrail.ts';
import { boundedByDay } from '../trail/rules.ts';
import { answerRefusal } from './envelope.ts';
import { readInput } from './parse.ts';
import type { RateLimits } from './rateLimits.ts';
import { callOriginOf, ipOf, languageOf } from './request.ts';
import { anonymousActor, type Origin } from './route.ts';

/** Finds the account of a token and the state of a hospital. */
export type TokenChecks = {
  identify: Identify;
  hospitalState(id: string): Promise<HospitalState>;
};

type AdmissionNeeds = TokenChecks & { log: Log; now: () => number; ensureTrail: EnsureTrail; rateLimits: RateLimits };

/** A call that may proceed: its hospital, and its user where one has signed in. */
export type Admitted = { ok: true; hospitalId: string; user: Caller | null; token: string | null };

/** `hospitalId` is the hospital whose trail records the refusal: the caller's own, or else the requested one. */
type Denied = Refused & { hospitalId?: string; by?: Caller; isUnrecorded?: true };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler runs; null for requests outside the operations. */
    admitted: Admitted | null;
  }
}

type RequestOrigin = Origin & {
  hospitalHeader: string | string[] | undefined;
  authorization: string | undefined;
  language: Language;
};

const denied = (refusal: Refused, by: Caller): Denied => ({ ...refusal, by, hospitalId: by.hospitalId });

/** What a person may do before they have replaced a password that somebody else gave them, besides public operations. */
const beforeOwnPassword = new Set<Operation>([getDoctorInfo, getUiSetting]);

const refusalOfState = {
  unknown: Code.hospitalUnknown,
  disabled: Code.hospitalDisabled,
  expired: Code.hospitalExpired,
} as const;

/** Operations that find a hospital or belong to none. */
const withoutHospital = new Set<Operation>([getTenantByWebsite, getAreaTree, verifyPrescription]);

const admits: Readonly<Record<Access, (caller: Caller) => boolean>> = {
  public: () => true,
  account: () => true,
  staff: (caller) => caller.kind === 'staff',
  clinician: (caller) => caller.kind === 'staff' && !caller.isAdministrator,
  doctor: (caller) => caller.kind === 'staff' && isDoctor(caller),
  auditor: (caller) => caller.kind === 'staff' && caller.isAuditor,
  administrator: (caller) => caller.kind === 'staff' && caller.isAdministrator,
  operator: (caller) => caller.kind === 'staff' && caller.isAdministrator && caller.operatesPlatform,
  patient: (caller) => caller.kind === 'patient',
  party: (caller) => caller.kind === 'patient' || !caller.isAdministrator,
};

/** Property by property, because building these objects by spreading takes longer than the rest of admission. */
function callerOf(found: Identity, from: RequestOrigin): Caller {
  const { ip, requestId, device, call, language } = from;
  const { hospitalId, userType, userId, id, name, sessionId } = found;
  const trailRows = { ok: 0, refused: 0 };
  if (found.kind === 'patient')
    return {
      kind: 'patient',
      hospitalId,
      userType,
      userId,
      id,
      name,
      sessionId,
      ip,
      device,
      requestId,
      call,
      language,
      trailRows,
    };
  const { isAuditor, isAdministrator, operatesPlatform } = found;
  return {
    kind: 'staff',
    hospitalId,
    userType,
    userId,
    id,
    name,
    isAuditor,
    isAdministrator,
    operatesPlatform,
    sessionId,
    ip,
    device,
    requestId,
    call,
    language,
    trailRows,
  };
}

const bearer = (authorization: string | undefined): string | null =>
  /^Bearer ([\w.~+/=-]{1,200})$/i.exec(authorization ?? '')?.[1] ?? null;

function hospitalOf(operation: Operation, header: RequestOrigin['hospitalHeader']): string | Refused {
  if (withoutHospital.has(operation)) return '';
  if (header === undefined || header === '')
    return refusedWith(Code.badRequest, 'hospitalMissing', { field: 'tenant-id' });
  if (typeof header !== 'string' || !/^[1-9]\d{0,17}$/.test(header))
    return refused(Code.badRequest, { field: 'tenant-id' });
  return header;
}

/** Checks that the hospital is open, that the token is valid there, and that its user has the role the operation needs. */
async function admit(operation: Operation, from: RequestOrigin, checks: TokenChecks): Promise<Admitted | Denied> {
  const hospitalId = hospitalOf(operation, from.hospitalHeader);
  if (typeof hospitalId !== 'string') return hospitalId;
  const token = bearer(from.authorization);
  const found = token === null ? null : await checks.identify(token);
  const user = found === null ? null : callerOf(found, from);
  if (hospitalId !== '' && user !== null && user.hospitalId !== hospitalId && operation.access !== 'public')
    return denied(refusedWith(Code.forbidden, 'hospitalForeign'), user);
  if (hospitalId !== '') {
    const state = await checks.hospitalState(hospitalId);
    if (state === 'unknown') return refused(Code.hospitalUnknown);
    if (state !== 'open') return { ...refused(refusalOfState[state]), hospitalId };
  }
  if (operation.access === 'public')
    return { ok: true, hospitalId, user: user?.hospitalId === hospitalId ? user : null, token };
  if (user === null) return { ...refused(Code.unauthorised), hospitalId };
  if (found?.kind === 'staff' && found.mustChangePassword === true && !beforeOwnPassword.has(operation))
    return denied(refused(Code.passwordChangeRequired), user);
  return admits[operation.access](user) ? { ok: true, hospitalId, user, token } : denied(refused(Code.forbidden), user);
}

function originOf(request: FastifyRequest, call: string): RequestOrigin {
  const { authorization, 'tenant-id': hospitalHeader } = request.headers;
  return { ...callOriginOf(request, call), hospitalHeader, authorization, language: languageOf(request) };
}

/** Admits or refuses every operation of this scope, before its input is validated. A refusal leaves a row on the trail. */
export function registerAdmission(
  api: FastifyInstance,
  { log, now, ensureTrail, rateLimits, ...checks }: AdmissionNeeds,
): void {
  async function record(operation: Operation, request: FastifyRequest, { code, by, hospitalId = '' }: Denied) {
    const { ip } = by ?? { ip: ipOf(request) };
    if (code === Code.forbidden && by) {
      const { userType, userId } = by;
      log.warn('access denied', { call: operation.path, ip, hospitalId, userType, userId });
    }
    const parsed = by ? readInput(operation, request) : null;
    const input = parsed?.ok ? parsed.input : null;
    const actor = by ?? anonymousActor(callOriginOf(request, operation.path));
    const rule = ruleOf(operation);
    const call = { hospitalId, actor, at: now(), call: operation.path, input };
    await ensureTrail(by ? rule : boundedByDay(rule), call, { ok: false, why: code });
  }

  async function admitWithinLimits(operation: Operation, request: FastifyRequest): Promise<Admitted | Denied> {
    const admission = await admit(operation, originOf(request, operation.path), checks);
    if (!admission.ok) {
      const { by, hospitalId = '' } = admission;
      const refusing = by ? `${by.userType} ${by.userId}` : null;
      const tooOften = await rateLimits.countAttempt('refused', { hospitalId, account: refusing, ip: ipOf(request) });
      // Rows of these would only fill the trail.
      return tooOften === null ? admission : { ...tooOften, hospitalId, isUnrecorded: true };
    }
    const { hospitalId, user } = admission;
    const account = user === null ? null : `${user.kind} ${user.id}`;
    const refusal = await rateLimits.countCall(operation, { hospitalId, account, ip: ipOf(request) });
    return refusal === null ? admission : { ...refusal, hospitalId, ...(user === null ? {} : { by: user }) };
  }

  api.decorateRequest('admitted', null);
  api.addHook('preValidation', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    if (operation === undefined) return;
    const admission = await admitWithinLimits(operation, request);
    if (admission.ok) {
      request.admitted = admission;
      return;
    }
    request.code = admission.code;
    if (!admission.isUnrecorded) await record(operation, request, admission);
    return reply.send(answerRefusal(reply, admission, languageOf(request)));
  });
}
