import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { checkMobileCode, resetMobile } from '../../contract/http/account.ts';
import { SmsScene } from '../../contract/http/auth.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { announceList } from '../db/announceList.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { Context } from '../http/route.ts';
import { appendTrail } from '../trail/trail.ts';
import { findStaffById, findStaffByMobile } from './accountQueries.ts';
import { UserType } from './caller.ts';
import { redeemTicket, storeTicket } from './captchaTickets.ts';
import { endSessionsOf } from './sessions.ts';
import { checkCode, requesterOf } from './smsCodes.ts';
import { newSecret } from './tokens.ts';

export type MobileNeeds = { smsKey: string };
type Call = Context<'staff'>;

const scene = SmsScene.changeMobile;
const proofOf = (mobile: string, context: Call) => ({
  mobile,
  scene,
  requester: requesterOf(scene, context, undefined),
});

/** Proves the present phone by a code; the answer is a token for the change. */
export const proveMobile =
  ({ smsKey }: MobileNeeds) =>
  async (
    { mobile, code }: RequestOf<typeof checkMobileCode>,
    context: Call,
  ): Promise<Outcome<{ changeToken: string }>> => {
    const { by, at, store } = context;
    const who = await findStaffById(store, by.id);
    if (!who || (mobile !== undefined && mobile !== who.mobile)) return refused(Code.smsCodeUnknown);
    const changeToken = newSecret();
    const wrong = await store.run(async (tx) => {
      const why = await checkCode(tx, smsKey, proofOf(who.mobile, context), { code, use: true }, at);
      if (why === null) await storeTicket(tx, 'mobile', by.id, changeToken, at);
      return why;
    });
    return wrong === null ? done({ changeToken }) : refused(wrong);
  };

async function storeMobile(tx: Transaction, mobile: string, { by, at }: Call): Promise<void> {
  await tx.change(staff, { mobile }, eq(staff.id, by.id));
  tx.announce({ type: 'person.changed', userId: by.id, part: 'account' });
  await announceList(tx, 'people');
  await endSessionsOf(tx, { userType: UserType.staff, userId: by.id }, by.sessionId, 'mobile changed', at);
  const entry = { action: 'update', entity: 'staff', entityId: by.id, patientId: null, purpose: null } as const;
  await appendTrail(tx, by, at, { ...entry, outcome: 'ok', detail: { changed: 'mobile' } });
}

/** Changes the phone after a code to the new one, which ends every other session of the person. */
export const changeMobile =
  ({ smsKey }: MobileNeeds) =>
  async ({ mobile, code, changeToken }: RequestOf<typeof resetMobile>, context: Call): Promise<Outcome<true>> => {
    const { by, at, store } = context;
    const proof = proofOf(mobile, context);
    const wrong = await store.run((tx) => checkCode(tx, smsKey, proof, { code, use: false }, at));
    if (wrong !== null) return refused(wrong);
    if (await findStaffByMobile(store, mobile)) return refusedWith(Code.badRequest, 'mobileTaken', { field: 'mobile' });
    const allowed = changeToken !== undefined && (await redeemTicket(store, 'mobile', by.id, changeToken, at));
    if (!allowed) return refused(Code.changeTokenUnknown);
    return store.run(async (tx) => {
      const why = await checkCode(tx, smsKey, proof, { code, use: true }, at);
      if (why !== null) return refused(why);
      await storeMobile(tx, mobile, context);
      return done(true);
    });
  };
