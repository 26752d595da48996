import { asc, count, desc, eq, gt, inArray, isNull, max, type SQL } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { searchForm } from '../../clinical/searchForm.ts';
import type { pageStaff, StaffMember } from '../../contract/extension/administration.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { StaffRow } from '../accounts/accountLookup.ts';
import { type CallContext, UserType } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { flagsOf, roleOf } from '../db/roles.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { loginSession } from '../db/schema/sessions.ts';
import { staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { pageOf } from '../db/textSearch.ts';
import { spellings } from '../search/pinyin.ts';

/** Whether the typed text is part of a name, its pinyin, the account or the mobile number. */
function isFound({ name, nameEn, username, mobile }: StaffRow, typed: string): boolean {
  const texts = [name, nameEn, username, mobile, ...spellings(name)];
  return texts.some((text) => searchForm(text).includes(typed));
}

const numberOf = (id: string | null) => (id === null ? null : Number(id));

/** How many consultations of each of these doctors are running. */
export async function runningOf(store: Tenanted, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const isTheirs = [inArray(consultOrder.doctorId, [...ids]), eq(consultOrder.status, OrderStatus.active)];
  const rows = await store.db
    .select({ id: consultOrder.doctorId, running: count() })
    .from(consultOrder)
    .where(store.own(consultOrder, ...isTheirs))
    .groupBy(consultOrder.doctorId);
  return new Map(rows.flatMap(({ id, running }) => (id === null ? [] : [[id, running] as const])));
}

async function sessionsOf(store: Tenanted, ids: readonly string[], at: number) {
  if (ids.length === 0) return { open: new Map<string, number>(), last: new Map<string, number | null>() };
  const isTheirs = [eq(loginSession.userType, UserType.staff), inArray(loginSession.userId, [...ids])];
  const isOpen = [isNull(loginSession.revokeTime), gt(loginSession.expireTime, at)];
  const read = (...conditions: SQL[]) =>
    store.db
      .select({ id: loginSession.userId, number: count(), last: max(loginSession.createTime) })
      .from(loginSession)
      .where(store.own(loginSession, ...isTheirs, ...conditions))
      .groupBy(loginSession.userId);
  const [open, all] = await Promise.all([read(...isOpen), read()]);
  return {
    open: new Map(open.map(({ id, number }) => [id, number])),
    last: new Map(all.map(({ id, last }) => [id, last === null ? null : Number(last)])),
  };
}

/** A page of the staff. A hospital's staff are few enough to be searched by pinyin in memory. */
export async function readStaff(
  { keyword = '', role, deptId, state, ...paging }: RequestOf<typeof pageStaff>,
  { at, store, language }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof pageStaff>>> {
  const flags = role === undefined ? null : flagsOf(role);
  const rows = await store.db
    .select()
    .from(staff)
    .where(
      store.own(
        staff,
        ...(flags ? [eq(staff.isAuditor, flags.isAuditor), eq(staff.isAdministrator, flags.isAdministrator)] : []),
        ...(deptId === undefined ? [] : [eq(staff.deptId, String(deptId))]),
        ...(state === undefined ? [] : [eq(staff.disabled, state === 'disabled')]),
      ),
    )
    .orderBy(asc(staff.disabled), asc(staff.username), desc(staff.id));
  const typed = searchForm(keyword);
  const found = typed === '' ? rows : rows.filter((row) => isFound(row, typed));
  const { limit, offset } = pageOf(paging);
  const shown = found.slice(offset, offset + limit);
  const ids = shown.map(({ id }) => id);
  const [running, sessions] = await Promise.all([runningOf(store, ids), sessionsOf(store, ids, at)]);
  const list = shown.map((row): ReplyInputOf<typeof pageStaff>['list'][number] & { role: StaffMember['role'] } => ({
    id: row.id,
    username: row.username,
    name: row.name,
    nameEn: row.nameEn,
    mobile: row.mobile,
    role: roleOf(row),
    deptId: numberOf(row.deptId),
    deptName: inLanguage(language, row.deptName, row.deptNameEn),
    titleCode: row.titleCode,
    headsDept: row.headsDept,
    reviewsCertificates: row.reviewsCertificates,
    disabled: row.disabled,
    operatesPlatform: row.operatesPlatform,
    mustChangePassword: row.mustChangePassword,
    openSessions: sessions.open.get(row.id) ?? 0,
    runningConsultations: running.get(row.id) ?? 0,
    lastSignIn: sessions.last.get(row.id) ?? null,
    version: row.version,
  }));
  return done({ list, total: found.length });
}
