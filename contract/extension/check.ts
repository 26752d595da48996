import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { RuleHit, RxLine } from '../http/prescription.ts';
import { OrderId, WarehouseId } from '../ids.ts';
import { Diagnosis } from '../shared.ts';

/** The server's word on a prescription before it is submitted; `available` false means that the checks could not run. */
export const checkPrescription = operation({
  method: 'POST',
  path: '/prescription/check',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    orderId: OrderId,
    warehouseId: WarehouseId,
    diagnosisList: z.array(Diagnosis).check(z.maxLength(30)),
    lines: z.array(RxLine).check(z.maxLength(30)),
    guardianConfirmed: z.nullish(z.boolean()),
  }),
  reply: z.object({ available: z.boolean(), hits: z.array(RuleHit) }),
});
