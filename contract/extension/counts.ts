import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Int, Int4, text } from '../values.ts';

const filters = {
  keyword: z.optional(text(100)),
  createTimeFrom: z.optional(Int),
  createTimeTo: z.optional(Int),
};

/** Numbers by status; a status without any is absent. With `atLeast` only the newest were counted and there are more. */
const StatusCounts = z.object({
  counts: z.array(z.object({ status: Int, count: Int })),
  atLeast: z.boolean(),
});
export type StatusCounts = z.infer<typeof StatusCounts>;

/** The doctor's own orders that meet the filters of `pageOrders`, by status. */
export const countOwnOrders = operation({
  method: 'GET',
  path: '/consult/consult-order/counts',
  source: 'ours',
  access: 'doctor',
  query: z.object({ ...filters, consultType: z.optional(Int4) }),
  reply: StatusCounts,
});

/** The doctor's own prescriptions that meet the filters of `listPrescriptions`, by status. */
export const countOwnPrescriptions = operation({
  method: 'GET',
  path: '/prescription/doctor/counts',
  source: 'ours',
  access: 'doctor',
  query: z.object({ ...filters, auditStatus: z.optional(Int4) }),
  reply: StatusCounts,
});
