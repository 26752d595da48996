import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, identity, json, ms } from '../columns.ts';

/** One sign-in with all tokens renewed from it (a token family). `userType` is 1 for patients, 2 for staff. */
export const loginSession = pgTable(
  'login_session',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    userType: integer().notNull(),
    userId: id().notNull(),
    ip: text().notNull(),
    userAgent: text().notNull().default(''),
    createTime: ms().notNull(),
    expireTime: ms().notNull(),
    revokeTime: ms(),
    revokeReason: text(),
    /** True until the password is given in a session that began without it; no prescription is signed before. */
    signingLocked: boolean().notNull().default(false),
  },
  (t) => [index().on(t.tenantId, t.userType, t.userId)],
);

/** An access token; only its SHA-256 is stored. Once expired it remains for 30 days, for a logout that comes late. */
export const accessToken = pgTable(
  'access_token',
  {
    hash: text().primaryKey(),
    tenantId: id().notNull(),
    sessionId: id()
      .notNull()
      .references(() => loginSession.id, { onDelete: 'cascade' }),
    expireTime: ms().notNull(),
  },
  (t) => [index().on(t.sessionId), index().on(t.expireTime)],
);

/** A refresh token. Within a grace period after its use it returns the same successor; later its reuse means theft. */
export const refreshToken = pgTable(
  'refresh_token',
  {
    hash: text().primaryKey(),
    tenantId: id().notNull(),
    sessionId: id()
      .notNull()
      .references(() => loginSession.id, { onDelete: 'cascade' }),
    createTime: ms().notNull(),
    rotateTime: ms(),
  },
  (t) => [index().on(t.sessionId)],
);

/** A code sent to a phone for one purpose. Only the client that requested it (`requester`) can use it or its attempts. */
export const smsCode = pgTable(
  'sms_code',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    mobile: text().notNull(),
    scene: integer().notNull(),
    requester: text().notNull().default(''),
    codeHash: text().notNull(),
    ip: text().notNull(),
    attempts: integer().notNull().default(0),
    createTime: ms().notNull(),
    expireTime: ms().notNull(),
    useTime: ms(),
  },
  (t) => [index().on(t.tenantId, t.mobile, t.scene, t.createTime)],
);

/** A slider puzzle that a client was given. */
export const captcha = pgTable('captcha', {
  token: text().primaryKey(),
  tenantId: id().notNull(),
  x: integer().notNull(),
  secretKey: text().notNull(),
  expireTime: ms().notNull(),
});

/** A ticket for a solved puzzle or a verified phone, valid for one use. */
export const ticket = pgTable('ticket', {
  hash: text().primaryKey(),
  tenantId: id().notNull(),
  purpose: text().notNull(),
  subject: text().notNull().default(''),
  expireTime: ms().notNull(),
});

/** Counters within time windows, for limits that all processes share. */
export const rateCounter = pgTable('rate_counter', {
  key: text().primaryKey(),
  count: integer().notNull(),
  expireTime: ms().notNull(),
});

/** Wrong passwords of one account. The next attempt is allowed at `freeTime`; the row expires at `expireTime`. */
export const passwordFailure = pgTable('password_failure', {
  key: text().primaryKey(),
  count: integer().notNull(),
  freeTime: ms().notNull(),
  expireTime: ms().notNull(),
});

/** A browser or program from which the owner of an account has signed in; only the SHA-256 of its secret is stored. */
export const knownDevice = pgTable(
  'known_device',
  {
    tenantId: id().notNull(),
    deviceHash: text().notNull(),
    userType: integer().notNull(),
    userId: id().notNull(),
    lastTime: ms().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.deviceHash, t.userType, t.userId] })],
);

/** The stored answer of a write, returned again when the same write is repeated. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    tenantId: id().notNull(),
    userId: id().notNull(),
    key: text().notNull(),
    operation: text().notNull(),
    /** SHA-256 of the request, which tells repeats from different requests; null for older rows. */
    contentHash: text(),
    answer: json<unknown>(),
    createTime: ms().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId, t.key] })],
);

/** A secret that the platform generated, shared by all its processes. */
export const serverSecret = pgTable('server_secret', { name: text().primaryKey(), value: text().notNull() });
