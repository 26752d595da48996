import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, list, ms } from '../columns.ts';
import { tenant } from './tenants.ts';

/** A doctor, a reviewer or an administrator, with the account that signs in. */
export const staff = pgTable(
  'staff',
  {
    id: identity().primaryKey(),
    tenantId: id()
      .notNull()
      .references(() => tenant.id),
    username: text().notNull(),
    passwordHash: text().notNull(),
    name: text().notNull(),
    nameEn: text().notNull().default(''),
    avatar: text().notNull().default(''),
    mobile: text().notNull(),
    gender: integer().notNull().default(0),
    deptId: id(),
    deptName: text().notNull().default(''),
    deptNameEn: text().notNull().default(''),
    titleCode: integer(),
    scienceTitleCode: integer(),
    isAuditor: boolean().notNull().default(false),
    isAdministrator: boolean().notNull().default(false),
    /** Whether the password was given by somebody else, so that only a change of it is allowed. */
    mustChangePassword: boolean().notNull().default(false),
    /** When somebody else gave the password; null once the person has chosen one. */
    passwordGivenTime: ms(),
    /** Whether a given password has opened its one session. */
    passwordUsed: boolean().notNull().default(false),
    /** Whether the hospital lets this person decide on colleagues' certificates. */
    reviewsCertificates: boolean().notNull().default(false),
    /** Whether this administrator also opens, closes and licenses the hospitals of the platform. */
    operatesPlatform: boolean().notNull().default(false),
    goodAt: text().notNull().default(''),
    introduction: text().notNull().default(''),
    areaId: text(),
    signUrl: text(),
    disabled: boolean().notNull().default(false),
    dutyState: text().$type<'online' | 'busy' | 'away'>().notNull().default('away'),
    /** What patients read beside the duty state. */
    dutyMessage: text().notNull().default(''),
    dutySource: text().$type<'person' | 'schedule'>().notNull().default('person'),
    dutyTime: ms().notNull().default(0),
    /** What patients read while the doctor is away and has set no other message. */
    awayMessage: text().notNull().default(''),
    status: integer().notNull().default(0),
    /** Whether this doctor plans the hours of the department's doctors. */
    headsDept: boolean().notNull().default(false),
    /** Rises with every change of the doctor's plan. */
    scheduleVersion: integer().notNull().default(0),
    createTime: ms().notNull(),
    /** Rises with every change by an administrator. */
    version: integer().notNull().default(0),
  },
  (t) => [
    // Account names ignore case (accounts/accountQueries.ts).
    uniqueIndex('staff_account').on(t.tenantId, sql`lower(${t.username})`),
    uniqueIndex().on(t.tenantId, t.mobile),
    check('staff_has_one_role', sql`not (${t.isAuditor} and ${t.isAdministrator})`),
    // Without the role, or with a disabled account, the right has ended.
    check('operator_administers', sql`not ${t.operatesPlatform} or (${t.isAdministrator} and not ${t.disabled})`),
  ],
);

/** One submission of a doctor's certificates, and the hospital's decision on it. At most one is approved and one waits. */
export const qualification = pgTable(
  'qualification',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    doctorId: id()
      .notNull()
      .references(() => staff.id),
    idCardFront: text().notNull().default(''),
    idCardBack: text().notNull().default(''),
    practiceCertNo: text().notNull().default(''),
    practiceCertUrls: list<string>(),
    qualificationCertNo: text().notNull().default(''),
    qualificationCertUrls: list<string>(),
    titleCertUrls: list<string>(),
    titleCode: integer(),
    deptId: id(),
    auditStatus: integer().notNull().default(0),
    auditRemark: text(),
    expireTime: ms(),
    updateTime: ms().notNull(),
  },
  (t) => [
    index().on(t.tenantId, t.doctorId),
    uniqueIndex('qualification_approved').on(t.tenantId, t.doctorId).where(sql`${t.auditStatus} = 1`),
    uniqueIndex('qualification_waiting').on(t.tenantId, t.doctorId).where(sql`${t.auditStatus} = 0`),
  ],
);

/**
 * A change of name, title or department that a person asks for, of which at most one waits; null columns stay as they are.
 * `status`: 0 waits, 1 approved, 2 rejected, 3 replaced by a later request or withdrawn.
 */
export const identityRequest = pgTable(
  'identity_request',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    staffId: id()
      .notNull()
      .references(() => staff.id),
    name: text(),
    nameEn: text(),
    titleCode: integer(),
    deptId: id(),
    status: integer().notNull().default(0),
    createTime: ms().notNull(),
    decidedBy: id(),
    decideTime: ms(),
    decideReason: text(),
  },
  (t) => [
    index().on(t.tenantId, t.staffId, t.id),
    uniqueIndex('identity_request_waiting').on(t.tenantId, t.staffId).where(sql`${t.status} = 0`),
  ],
);

/** A phrase that doctors insert into messages; without a doctor it belongs to the whole hospital. */
export const quickReply = pgTable(
  'quick_reply',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    doctorId: id(),
    title: text(),
    content: text().notNull(),
    type: integer(),
    pinyin: text().notNull().default(''),
    sort: integer().notNull().default(0),
    useCount: integer().notNull().default(0),
    groupName: text().notNull().default(''),
    createTime: ms().notNull(),
  },
  (t) => [index().on(t.tenantId, t.doctorId, t.sort)],
);

/** A doctor's configuration of one kind of consultation, with its price in cents. */
export const consultConfig = pgTable(
  'consult_config',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    doctorId: id()
      .notNull()
      .references(() => staff.id),
    consultType: integer().notNull(),
    enabled: boolean().notNull().default(true),
    price: integer().notNull().default(0),
    durationMin: integer().notNull().default(1440),
    msgLimit: integer(),
    maxConcurrent: integer(),
    /** Most orders of this kind on one day of the hospital; null means no limit. */
    dailyQuota: integer(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.doctorId, t.consultType)],
);
