import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { RuleHit, RxLine } from '../http/prescription.ts';
import { DrugId, OrderId, PrescriptionId, WarehouseId } from '../ids.ts';
import { textLengths } from '../limits.ts';
import { mostEntries } from '../settingBounds.ts';
import { Diagnosis } from '../shared.ts';
import { Int, text } from '../values.ts';

/**
 * Checks a prescription on the server before submission; `available` false means that the checks could not run. `id`
 * names the stored prescription that these lines would replace, so that it is not compared with itself.
 */
export const checkPrescription = operation({
  method: 'POST',
  path: '/prescription/check',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    orderId: OrderId,
    id: z.nullish(PrescriptionId),
    warehouseId: WarehouseId,
    rxType: z.nullish(Int.check(z.minimum(0), z.maximum(3))),
    overDaysReason: z.nullish(text(textLengths.overDaysReason)),
    diagnosisList: z.array(Diagnosis).check(z.maxLength(mostEntries)),
    lines: z.array(RxLine).check(z.maxLength(mostEntries)),
    guardianConfirmed: z.nullish(z.boolean()),
  }),
  reply: z.object({ available: z.boolean(), hits: z.array(RuleHit) }),
});

/**
 * What medicines would find for this patient beside the written lines, for marks in a list of search results. Dose and
 * quantity are not part of it; a medicine that could not be checked is absent.
 */
export const screenDrugs = operation({
  method: 'POST',
  path: '/prescription/screen',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    orderId: OrderId,
    id: z.nullish(PrescriptionId),
    warehouseId: WarehouseId,
    lines: z.array(RxLine).check(z.maxLength(mostEntries)),
    /** The diagnoses of the form, so that a medicine for none of them is marked. */
    diagnosisList: z.nullish(z.array(Diagnosis).check(z.maxLength(mostEntries))),
    drugIds: z.array(DrugId).check(z.minLength(1), z.maxLength(mostEntries)),
  }),
  reply: z.array(z.object({ drugId: DrugId, hits: z.array(RuleHit) })),
});
