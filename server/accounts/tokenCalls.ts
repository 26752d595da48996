import { Code } from '../../contract/envelope.ts';
import type { refreshToken } from '../../contract/http/auth.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import type { Context } from '../http/route.ts';
import type { Log } from '../log.ts';
import { appendDailyTrail, appendTrail } from '../trail/trail.ts';
import { renewSession } from './renewal.ts';
import { endSessionOf, type Issued } from './sessions.ts';

export type TokenNeeds = { sessionKey: string; log: Log };

const ofSession = { entity: 'session', entityId: null, patientId: null, purpose: null } as const;
const renewal = { ...ofSession, action: 'create', outcome: 'refused' } as const;

/** Continues a session with its refresh token; a token that was used long before ends the session. */
export const renewTokens =
  ({ sessionKey, log }: TokenNeeds) =>
  async ({ refreshToken: presented }: RequestOf<typeof refreshToken>, context: Context): Promise<Outcome<Issued>> => {
    const { hospitalId, actor, at, ip, store } = context;
    if (!presented) return refusedWith(Code.badRequest, 'refreshTokenUnknown');
    const renewed = await store.run((tx) => renewSession(tx, sessionKey, presented, at));
    if (renewed.outcome === 'renewed') return done(renewed.issued);
    if (renewed.outcome === 'stolen') {
      const { userType, userId } = renewed.holder;
      log.warn('a used refresh token was presented again: its login has ended', { hospitalId, userId, ip });
      const entry = { ...renewal, detail: { way: 'replayed refresh token' } };
      await appendTrail(store, { ...actor, userType, userId }, at, entry);
      return refusedWith(Code.badRequest, 'refreshTokenUnknown');
    }
    const isExpired = renewed.outcome === 'expired';
    const code = isExpired ? Code.unauthorised : Code.badRequest;
    await appendDailyTrail(store, actor, at, { ...renewal, detail: { way: 'refresh token', code } });
    return refusedWith(code, isExpired ? 'refreshTokenExpired' : 'refreshTokenUnknown');
  };

/** Ends the session of the presented token, whether or not it is still valid. */
export async function signOut(_: unknown, { token, actor, at, store }: Context): Promise<Outcome<true>> {
  if (token === null) return done(true);
  await store.run(async (tx) => {
    const holder = await endSessionOf(tx, token, 'signed out', at);
    if (!holder) return;
    const { userType, userId } = holder;
    const entry = { ...ofSession, action: 'cancel', outcome: 'ok', detail: {} } as const;
    await appendTrail(tx, { ...actor, userType, userId }, at, entry);
  });
  return done(true);
}
