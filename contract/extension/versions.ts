import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { RxLine } from '../http/prescription.ts';
import { PrescriptionId } from '../ids.ts';
import { Diagnosis } from '../shared.ts';
import { Int, Ms } from '../values.ts';

/** A version as it was submitted, and why a reviewer rejected it. */
export const RxVersion = z.object({
  version: Int,
  submitTime: Ms,
  diagnosisList: z.array(Diagnosis),
  lines: z.array(RxLine),
  advice: z.nullable(z.string()),
  overDaysReason: z.nullable(z.string()),
  rejection: z.nullable(
    z.object({
      time: Ms,
      auditor: z.string(),
      reasonCodes: z.array(z.string()),
      remark: z.nullable(z.string()),
      markedLines: z.array(Int),
    }),
  ),
});
export type RxVersion = z.infer<typeof RxVersion>;

/** Every submitted version of a prescription, the oldest first. */
export const prescriptionVersions = operation({
  method: 'GET',
  path: '/prescription/doctor/versions',
  source: 'ours',
  access: 'clinician',
  query: z.object({ id: PrescriptionId }),
  reply: z.array(RxVersion),
});
