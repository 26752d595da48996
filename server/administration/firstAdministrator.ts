import { Code } from '../../contract/envelope.ts';
import type { createStaff } from '../../contract/extension/administration.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { OperatorContext } from '../accounts/caller.ts';
import { type OnceRequest, runOnceIf } from '../db/idempotency.ts';
import { type Outcome, refused, refusedWith } from '../db/outcome.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { isHospital, lockedHospital } from './hospitalChanges.ts';
import { addStaff } from './staffChanges.ts';
import { lockStaff } from './staffLock.ts';

type Names = Pick<RequestOf<typeof createStaff>, 'username' | 'name' | 'nameEn' | 'mobile'>;

const ofAdministrator = {
  role: 'administrator',
  ...{ deptId: null, titleCode: null, headsDept: false, reviewsCertificates: false },
} as const;

/**
 * Whether an administrator of the hospital has ever had a password of their own. From then on operators add nobody: an
 * administrator can take over every account at the hospital, and so read its patients' records. Another administrator who
 * chooses a password at the same time waits.
 */
async function isAdministered(tx: Transaction) {
  // Creating staff locks the staff first and then the hospital, so this does too.
  await lockStaff(tx);
  return (await lockedHospital(tx))?.administered ?? true;
}

/**
 * Creates an administrator of a hospital. `once` is the request that may be repeated, and `isFirst` refuses at a hospital
 * that has had an administrator.
 */
export const addAdministrator = (
  {
    names,
    passwordHash,
    once,
    isFirst,
  }: { names: Names; passwordHash: string; once: OnceRequest | null; isFirst: boolean },
  context: OperatorContext,
): Promise<Outcome<{ id: string }>> =>
  context.store.attempt(async (tx) => {
    if (!(await isHospital(tx))) return refused(Code.notFound);
    return runOnceIf(tx, once, async () =>
      isFirst && (await isAdministered(tx))
        ? refusedWith(Code.administrationRefused, 'hospitalHasAdministrator')
        : addStaff(tx, context, { ...names, ...ofAdministrator }, passwordHash),
    );
  });
