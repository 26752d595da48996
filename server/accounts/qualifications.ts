import { eq } from 'drizzle-orm';
import { qualification } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';

type Row = typeof qualification.$inferSelect;

/** What a doctor hands in; the hospital's verdict is never theirs to write. */
export type Certificates = Omit<
  Row,
  'id' | 'tenantId' | 'doctorId' | 'auditStatus' | 'auditRemark' | 'expireTime' | 'updateTime'
>;

export const qualificationOf = (store: Tenanted, doctorId: string) =>
  store.first(qualification, eq(qualification.doctorId, doctorId));

/** Hands the certificates in for the first time. */
export const handIn = (store: Tenanted, doctorId: string, certificates: Certificates, at: number) =>
  store.add(qualification, { ...certificates, doctorId, updateTime: at });

/** Hands them in again: they wait for the hospital's verdict anew. */
export async function handInAgain(
  store: Tenanted,
  doctorId: string,
  id: string,
  certificates: Certificates,
  at: number,
) {
  const waiting = { ...certificates, auditStatus: 0, auditRemark: null, updateTime: at };
  const changed = await store.change(
    qualification,
    waiting,
    eq(qualification.id, id),
    eq(qualification.doctorId, doctorId),
  );
  return changed.length === 1;
}
