import type { IncomingMessage } from 'node:http';
import { Code } from '../../contract/envelope.ts';
import { Handshake, type HandshakeRefusal } from '../../contract/socket.ts';
import type { Identify, Identity } from '../accounts/identities.ts';
import { isRowId } from '../db/columns.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { TokenChecks } from '../http/admission.ts';
import { appendDailyTrail } from '../trail/trail.ts';
import { rooms } from './rooms.ts';
import { type ClientSocket, type Io, originOf, type SocketData } from './types.ts';

export type HandshakeNeeds = {
  uow: UnitOfWork;
  now: () => number;
  identify: Identify;
  tenantState: TokenChecks['tenantState'];
  /** When an access token expires; null when the token is unknown. */
  expiryOf(token: string): Promise<number | null>;
};

const maxSocketsPerPerson = 30;

/** A refused handshake: its code for the client, the person where they are known, and otherwise the hospital they named. */
class RefusedHandshake extends Error {
  readonly data: HandshakeRefusal;
  readonly who: Identity | null;
  readonly namedTenantId: string | null;
  constructor(code: Code, who: Identity | null = null, namedTenantId: string | null = null) {
    super(`refused: ${code}`);
    this.data = { code };
    this.who = who;
    this.namedTenantId = namedTenantId;
  }
}

/** Pages of this host or of a listed origin may connect; programs that are not browsers send no origin. */
export function isAllowedOrigin({ headers }: IncomingMessage, listed: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || listed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

const refusalOfState = {
  unknown: Code.tenantUnknown,
  disabled: Code.tenantDisabled,
  expired: Code.tenantExpired,
} as const;

async function authenticate(auth: unknown, { identify, tenantState, expiryOf }: HandshakeNeeds): Promise<SocketData> {
  const parsed = Handshake.safeParse(auth);
  if (!parsed.success) throw new RefusedHandshake(Code.badRequest);
  const { token, tenantId } = parsed.data;
  const who = await identify(token);
  const expireTime = who === null ? null : await expiryOf(token);
  if (who === null || expireTime === null)
    throw new RefusedHandshake(Code.unauthorised, null, isRowId(tenantId) ? tenantId : null);
  if (who.tenantId !== tenantId) throw new RefusedHandshake(Code.forbidden, who);
  if (who.kind === 'staff' && who.mustChangePassword === true)
    throw new RefusedHandshake(Code.passwordChangeRequired, who);
  const state = await tenantState(tenantId);
  if (state !== 'open') throw new RefusedHandshake(refusalOfState[state], who);
  return { who, expireTime, refusals: 0 };
}

/** A refused client keeps retrying, so its refusals of a day are one row. */
async function recordRefusal(socket: ClientSocket, cause: unknown, { uow, now, tenantState }: HandshakeNeeds) {
  if (!(cause instanceof RefusedHandshake)) return;
  const { who, data, namedTenantId } = cause;
  const tenantId = who?.tenantId ?? namedTenantId;
  if (tenantId === null || (!who && (await tenantState(tenantId)) === 'unknown')) return;
  const actor = { userType: who?.userType ?? null, userId: who?.userId ?? null, ...originOf(socket) };
  const entry = { action: 'create', entity: 'session', entityId: null, patientId: null, purpose: 'socket' } as const;
  await appendDailyTrail(uow.read(tenantId), actor, now(), { ...entry, outcome: 'refused', detail: data });
}

/** Authenticates each socket before it connects, and limits the sockets of one person. */
export function requireHandshake(io: Io, needs: HandshakeNeeds, onFault: (cause: unknown) => void): void {
  async function admit(socket: ClientSocket): Promise<void> {
    const data = await authenticate(socket.handshake.auth, needs);
    const room = rooms.person(data.who.tenantId, data.who.kind, data.who.id);
    const connected = io.of('/').adapter.rooms.get(room)?.size ?? 0;
    if (connected >= maxSocketsPerPerson) throw new RefusedHandshake(Code.tooManyRequests, data.who);
    socket.data = data;
    // Joins without waiting, so that concurrent handshakes count each other.
    void socket.join(room);
  }

  io.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (cause: unknown) => {
        recordRefusal(socket, cause, needs)
          .catch(onFault)
          .finally(() => next(cause instanceof Error ? cause : new Error('refused')));
      },
    );
  });
}
