import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import { unlockSigning, verifyPrescription } from '../../contract/extension/signing.ts';
import { hospitalZone } from '../../contract/limits.ts';
import { findStaffById } from '../accounts/accountLookup.ts';
import type { StaffCaller } from '../accounts/caller.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { SignInLimits } from '../accounts/signInLimits.ts';
import type { Database } from '../db/connection.ts';
import { done, type Outcome, type Refused, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import { loginSession } from '../db/schema/sessions.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { networkOf } from '../http/network.ts';
import { route } from '../http/route.ts';
import { appendTrail } from '../trail/trail.ts';
import { findByVerifyCode, publicSigners, publicState } from './signatures.ts';

type Needs = {
  db: Database;
  uow: UnitOfWork;
  passwords: Passwords;
  signInLimits: SignInLimits;
  rates: Rates;
};

const minuteMs = 60_000;
const mostLooksPerMinute = 60;

/** Why this person may not sign yet, or null. */
export async function signingRefusal(
  uow: UnitOfWork,
  { tenantId, sessionId }: StaffCaller,
  isSigning = true,
): Promise<Refused | null> {
  if (!isSigning) return null;
  const session = await uow.read(tenantId).first(loginSession, eq(loginSession.id, sessionId));
  return session?.signingLocked ? refused(Code.signingLocked) : null;
}

/** Proving the password before signing, and the public check of a signed prescription. */
export async function signaturesPlugin(app: FastifyInstance, needs: Needs): Promise<void> {
  const { db, uow, passwords, signInLimits, rates } = needs;
  async function unlock(
    password: string,
    { tenantId, id, sessionId }: StaffCaller,
    ip: string,
  ): Promise<Outcome<true>> {
    const who = await findStaffById(uow.read(tenantId), id);
    if (who?.passwordHash === '') return refusedWith(Code.wrongPassword, 'signingNeedsPassword');
    const attempt = { tenantId, account: `signing of ${id}`, ip, knownDevice: null };
    const admission = await signInLimits.admit(attempt, { puzzle: async () => true, code: null });
    if (!admission.admitted) {
      const { code, wording, data } = admission;
      if (code === Code.signInCodeRequired) return refusedWith(code, 'oldPasswordBlocked');
      return wording ? refusedWith(code, wording, data) : refused(code, data);
    }
    if (!who || !(await passwords.verify(who.passwordHash, password))) {
      await admission.failed();
      return refusedWith(Code.wrongPassword, 'passwordWrong');
    }
    await admission.succeeded();
    await uow.run(tenantId, (tx) => tx.change(loginSession, { signingLocked: false }, eq(loginSession.id, sessionId)));
    return done(true);
  }

  app.addOperations([
    route(unlockSigning)(async ({ password }, { user, tenantId, ip, now, actor }) => {
      const found = await unlock(password, user, ip);
      const entry = { action: 'update', entity: 'session', entityId: user.sessionId, patientId: null } as const;
      const outcome = found.ok ? 'ok' : 'refused';
      await appendTrail(uow.read(tenantId), actor, now, {
        ...entry,
        purpose: null,
        outcome,
        detail: { signing: true },
      });
      return found;
    }),
    route(verifyPrescription)(async ({ code }, { ip, now, language }) => {
      const { count } = await rates.hit(`verify:${networkOf(ip)}`, minuteMs);
      if (count > mostLooksPerMinute) return refused(Code.tooManyRequests);
      const row = code === '' ? null : await findByVerifyCode(db, code);
      if (!row) return refusedWith(Code.notFound, 'verifyCodeUnknown');
      const state = await publicState(uow.read(row.tenantId), row, now);
      return done(
        state === 'valid' ? { state, timeZone: hospitalZone, signers: publicSigners(row, language) } : { state },
      );
    }),
  ]);
}
