import { Code } from '../../contract/envelope.ts';
import type { verifyPrescription } from '../../contract/extension/signing.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import type { Database } from '../db/connection.ts';
import { done, refused, refusedWith } from '../db/outcome.ts';
import type { Rates } from '../db/rates.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { networkOf } from '../http/network.ts';
import { findByVerifyCode } from './queries.ts';
import { publicState } from './signatures.ts';
import { verifiedOnWire } from './wire.ts';

const minuteMs = 60_000;
const mostLooksPerMinute = 60;

export type VerifyNeeds = { db: Database; uow: UnitOfWork; rates: Rates };

/** Whether a printed prescription is genuine, for anybody; its hospital is found by the code. */
export const verify =
  ({ db, uow, rates }: VerifyNeeds) =>
  async (
    { code }: RequestOf<typeof verifyPrescription>,
    { at, language, ip }: CallContext<unknown> & { ip: string },
  ) => {
    const { count } = await rates.hit(`verify:${networkOf(ip)}`, minuteMs);
    if (count > mostLooksPerMinute) return refused(Code.tooManyRequests);
    const row = code === '' ? null : await findByVerifyCode(db, code);
    if (!row) return refusedWith(Code.notFound, 'verifyCodeUnknown');
    const state = await publicState(uow.read(row.tenantId), row, at);
    return done(verifiedOnWire(state, row, language));
  };
