import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { AccountId, RowId } from '../ids.ts';
import { Int, Int4, Ms, nameText, reasonText, someName } from '../values.ts';

/** A person's name in both languages, title and department, as screens and signatures show them. */
const identity = {
  name: someName(60),
  nameEn: nameText(60),
  titleCode: z.nullable(Int4),
  deptId: z.nullable(Int4),
};

/** What a person asked to be called; a field that is null stays as it is. */
const wanted = {
  name: z.nullable(z.string()),
  nameEn: z.nullable(z.string()),
  titleCode: z.nullable(Int),
  deptId: z.nullable(Int),
};

/** A person's own name, title and department, what waits for an administrator, and why the last request was rejected. */
export const OwnIdentity = z.object({
  ...identity,
  name: z.string(),
  nameEn: z.string(),
  waiting: z.nullable(z.object({ ...wanted, createTime: Ms })),
  rejected: z.nullable(z.object({ ...wanted, reason: z.string(), time: Ms })),
});
export type OwnIdentity = z.infer<typeof OwnIdentity>;

/** `requested`: an administrator decides. `unchanged`: it is so already. `withdrawn`: an earlier request no longer waits. */
export const IdentityOutcome = z.enum(['requested', 'unchanged', 'withdrawn']);

/**
 * Asks for another name, title or department; an administrator decides. A later request replaces an earlier one, and the
 * present values withdraw it.
 */
export const requestIdentity = operation({
  method: 'POST',
  path: '/doctor/info/request-identity',
  source: 'ours',
  access: 'staff',
  body: z.object(identity),
  reply: z.object({ state: IdentityOutcome }),
});

const IdentityRequest = z.object({
  id: RowId,
  staffId: AccountId,
  username: z.string(),
  present: z.object({ name: z.string(), nameEn: z.string(), titleCode: z.nullable(Int), deptName: z.string() }),
  wanted: z.object({ ...wanted, deptName: z.nullable(z.string()) }),
  createTime: Ms,
});
export type IdentityRequest = z.infer<typeof IdentityRequest>;

/** Requests of the hospital that wait, the oldest first. */
export const listIdentityRequests = operation({
  method: 'GET',
  path: '/admin/staff/identity-requests',
  source: 'ours',
  access: 'administrator',
  reply: z.array(IdentityRequest),
});

/** Approves a request, which changes the person at once, or rejects it with a reason for the person. Never one's own. */
export const decideIdentity = operation({
  method: 'POST',
  path: '/admin/staff/identity-requests/decide',
  source: 'ours',
  access: 'administrator',
  body: z.union([
    z.object({ id: RowId, approve: z.literal(true) }),
    z.object({ id: RowId, approve: z.literal(false), reason: reasonText(500) }),
  ]),
  reply: z.literal(true),
});
