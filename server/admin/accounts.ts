import { hasAccount } from '../accounts/accountQueries.ts';
import type { Db } from '../db/connection.ts';
import { staff } from '../db/schema/staff.ts';
import { failure, type NamedAccount, printable, type Result } from './commandLine.ts';

/** The member of staff whom the operator named; a failure says that there is nobody, or several. */
export async function findAccount(
  db: Db,
  { account, hospitalId }: NamedAccount,
): Promise<{ readonly who: typeof staff.$inferSelect } | Result> {
  const found = (await db.select().from(staff).where(hasAccount(account))).filter(
    (one) => hospitalId === null || one.tenantId === hospitalId,
  );
  const [who, other] = found;
  if (!who) return failure(printable(`No hospital has the account ${account}.`));
  if (!other) return { who };
  const named = found.map(({ tenantId: hospitalId }) => `${hospitalId}/${account}`).join(' or ');
  return failure(`Several hospitals have this account: write ${named}.`);
}
