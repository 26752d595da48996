import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { ConsultOrder } from '../http/consult.ts';
import { OrderId } from '../ids.ts';
import { limits } from '../limits.ts';
import { longPage } from '../shared.ts';
import { Int, Int4, PageQuery, remarkText, someText, text } from '../values.ts';

/** The doctor's orders, newest first. */
export const pageOrders = operation({
  method: 'GET',
  path: '/consult/consult-order/page',
  source: 'ours',
  access: 'doctor',
  query: z.extend(PageQuery, {
    status: z.optional(Int4),
    consultType: z.optional(Int4),
    keyword: z.optional(text(100)),
    createTimeFrom: z.optional(Int),
    createTimeTo: z.optional(Int),
  }),
  reply: longPage(ConsultOrder),
});

/** Accepts a waiting patient. Only one doctor in the hospital succeeds; others get `orderTaken` with `{doctorName}`. */
export const acceptOrder = operation({
  method: 'POST',
  path: '/consult/consult-order/accept',
  source: 'ours',
  access: 'doctor',
  body: z.object({ id: OrderId, version: z.optional(Int4) }),
  reply: ConsultOrder,
});

export const refuseOrder = operation({
  method: 'POST',
  path: '/consult/consult-order/refuse',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    id: OrderId,
    version: z.optional(Int4),
    reasonCode: someText(40),
    remark: z.optional(remarkText(500)),
  }),
  reply: ConsultOrder,
});

/** Closing message to the patient; its limit in code points is that of any message. */
const Summary = text(limits.textLength * 2).check(
  z.refine((said) => [...said].length <= limits.textLength, `is longer than ${limits.textLength}`),
);

/** Ends a consultation; `summary` goes to the patient. */
export const finishOrder = operation({
  method: 'POST',
  path: '/consult/consult-order/finish',
  source: 'ours',
  access: 'doctor',
  body: z.object({ id: OrderId, version: z.optional(Int4), summary: z.optional(Summary) }),
  reply: ConsultOrder,
});

/**
 * Says that the patient's messages sent up to `until` need no answer, which stops the patient's clock until the next
 * message; null takes it back. Only the doctor of the running consultation may say so.
 */
export const setNoAnswer = operation({
  method: 'POST',
  path: '/consult/consult-order/no-answer',
  source: 'ours',
  access: 'doctor',
  body: z.object({ id: OrderId, until: z.nullable(Int) }),
  reply: ConsultOrder,
});
