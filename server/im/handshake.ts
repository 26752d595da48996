import type { IncomingMessage } from 'node:http';
import { Code } from '../../contract/envelope.ts';
import { Handshake, type HandshakeRefusal } from '../../contract/socket.ts';
import type { Identify, Identity } from '../accounts/identities.ts';
import { isRowId } from '../db/columns.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { TokenChecks } from '../http/admission.ts';
import { isListedOrigin } from '../http/headers.ts';
import type { Proxies } from '../http/proxies.ts';
import type { RateLimits } from '../http/rateLimits.ts';
import { appendDailyTrail } from '../trail/trail.ts';
import type { HandshakeQueue } from './handshakeQueue.ts';
import type { Occupancy } from './occupancy.ts';
import { rooms } from './rooms.ts';
import { type ClientSocket, type Io, originOf, type SocketData } from './types.ts';

export type HandshakeNeeds = {
  uow: UnitOfWork;
  now: () => number;
  identify: Identify;
  hospitalState: TokenChecks['hospitalState'];
  rateLimits: Pick<RateLimits, 'countAttempt' | 'takeBack'>;
  /** When an access token expires; null when the token is unknown. */
  expiryOf(token: string): Promise<number | null>;
};

const maxSocketsPerPerson = 30;

/** A refused handshake: its code for the client, the person where they are known, and otherwise the hospital they named. */
class RefusedHandshake extends Error {
  readonly data: HandshakeRefusal;
  readonly who: Identity | null;
  readonly namedHospitalId: string | null;
  constructor(code: Code, who: Identity | null = null, namedHospitalId: string | null = null) {
    super(`refused: ${code}`);
    this.data = { code };
    this.who = who;
    this.namedHospitalId = namedHospitalId;
  }
}

/**
 * Pages of this host or of a listed origin may connect; programs that are not browsers send no origin. Over TLS a page of
 * this host that was loaded without it may not.
 */
export function isAllowedOrigin(request: IncomingMessage, listed: readonly string[], { isSecure }: Proxies): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || isListedOrigin(origin, listed)) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host && (page.protocol === 'https:' || !isSecure(request));
}

const refusalOfState = {
  unknown: Code.hospitalUnknown,
  disabled: Code.hospitalDisabled,
  expired: Code.hospitalExpired,
} as const;

async function authenticate(
  auth: unknown,
  { identify, hospitalState, expiryOf }: HandshakeNeeds,
): Promise<Omit<SocketData, 'origin'>> {
  const parsed = Handshake.safeParse(auth);
  if (!parsed.success) throw new RefusedHandshake(Code.badRequest);
  const { token, tenantId: hospitalId } = parsed.data;
  const who = await identify(token);
  const expireTime = who === null ? null : await expiryOf(token);
  if (who === null || expireTime === null)
    throw new RefusedHandshake(Code.unauthorised, null, isRowId(hospitalId) ? hospitalId : null);
  if (who.hospitalId !== hospitalId) throw new RefusedHandshake(Code.forbidden, who);
  if (who.kind === 'staff' && who.mustChangePassword === true)
    throw new RefusedHandshake(Code.passwordChangeRequired, who);
  const state = await hospitalState(hospitalId);
  if (state !== 'open') throw new RefusedHandshake(refusalOfState[state], who);
  return { who, expireTime, refusals: 0, pending: 0 };
}

/**
 * Looks the token up unless too many handshakes of this network have failed. An attempt is taken back unless it was refused,
 * so that a whole hospital behind one address may connect at once.
 */
async function authenticateWithinLimits(socket: ClientSocket, needs: HandshakeNeeds) {
  const client = { hospitalId: '', account: null, ip: socket.handshake.address };
  if ((await needs.rateLimits.countAttempt('failedHandshake', client)) !== null)
    throw new RefusedHandshake(Code.tooManyRequests);
  let isRefused = false;
  try {
    return await authenticate(socket.handshake.auth, needs);
  } catch (cause) {
    isRefused = cause instanceof RefusedHandshake;
    throw cause;
  } finally {
    if (!isRefused) await needs.rateLimits.takeBack('failedHandshake', client);
  }
}

/** A refused client keeps retrying, so its refusals of a day are one row. */
async function recordRefusal(socket: ClientSocket, cause: unknown, needs: HandshakeNeeds) {
  const { uow, now, hospitalState } = needs;
  if (!(cause instanceof RefusedHandshake)) return;
  const { who, data, namedHospitalId } = cause;
  const hospitalId = who?.hospitalId ?? namedHospitalId;
  if (hospitalId === null || (!who && (await hospitalState(hospitalId)) === 'unknown')) return;
  const { userType = null, userId = null, sessionId = null } = who ?? {};
  const actor = { userType, userId, sessionId, ...originOf(socket), call: 'socket' };
  const entry = { action: 'create', entity: 'session', entityId: null, patientId: null, purpose: 'socket' } as const;
  await appendDailyTrail(uow.read(hospitalId), actor, now(), { ...entry, outcome: 'refused', detail: data });
}

type Connections = { occupancy: Occupancy; queue: HandshakeQueue };

/** Authenticates each socket before it connects, and limits the sockets of one person in all processes. */
export function requireHandshake(io: Io, needs: HandshakeNeeds & Connections, onFault: (cause: unknown) => void): void {
  const { occupancy, queue } = needs;

  async function admit(socket: ClientSocket): Promise<void> {
    const admitted = await queue.admit(async () =>
      // A client that has given up meanwhile costs nothing.
      socket.conn.readyState === 'open' ? authenticateWithinLimits(socket, needs) : null,
    );
    const data = admitted?.result;
    if (!data) throw new RefusedHandshake(Code.tooManyRequests);
    const { hospitalId, kind, id } = data.who;
    const client = { hospitalId, account: `${kind} ${id}`, ip: socket.handshake.address };
    const isLimited = (await needs.rateLimits.countAttempt('socketConnect', client)) !== null;
    const room = rooms.person(hospitalId, kind, id);
    if (isLimited || occupancy.socketsIn(room) >= maxSocketsPerPerson)
      throw new RefusedHandshake(Code.tooManyRequests, data.who);
    socket.data = { ...data, origin: originOf(socket) };
    // Joins without waiting, so that concurrent handshakes count each other.
    void socket.join(kind === 'staff' ? [room, rooms.staff(hospitalId)] : room);
  }

  io.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (cause: unknown) => {
        const isRefusal = cause instanceof RefusedHandshake;
        if (!isRefusal) onFault(cause);
        // The text of a fault may quote a statement with its values, and the client only tries again.
        const told = isRefusal ? cause : new RefusedHandshake(Code.unavailable);
        recordRefusal(socket, cause, needs)
          .catch(onFault)
          .finally(() => next(told));
      },
    );
  });
}
