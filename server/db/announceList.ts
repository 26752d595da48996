import { and, eq, or } from 'drizzle-orm';
import type { OwnChanged } from '../../contract/staffEvents.ts';
import { staff } from './schema/staff.ts';
import type { Transaction } from './unitOfWork.ts';

/** Lists of the administration. */
type ListPart = Extract<OwnChanged['part'], 'people' | 'catalogue' | 'requests'>;

/** Announces a change of a list to everybody who may have it open: administrators, and who decides on certificates. */
export async function announceList(tx: Transaction, part: ListPart): Promise<void> {
  const decides = part === 'requests' ? eq(staff.reviewsCertificates, true) : undefined;
  const mayOpen = and(eq(staff.disabled, false), or(eq(staff.isAdministrator, true), decides));
  const [first, ...others] = (await tx.rows(staff, mayOpen)).map(({ id }) => id);
  if (first !== undefined) tx.announce({ type: 'own.changed', staffIds: [first, ...others], part });
}
