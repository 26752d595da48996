import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Ms, text } from '../values.ts';

/**
 * Proves the password once in a sign-in that began without it, after which this person signs prescriptions. A wrong
 * password answers `wrongPassword` and counts towards the limits of signing in.
 */
export const unlockSigning = operation({
  method: 'POST',
  path: '/prescription/signing/unlock',
  source: 'ours',
  access: 'clinician',
  body: z.object({ password: text(200) }),
  reply: z.boolean(),
});

/**
 * What anybody with the code on a printed prescription learns: its state and, of one in force, who signed it, to be compared
 * with the paper. Nothing about the patient. An unknown code answers `notFound`.
 */
export const verifyPrescription = operation({
  // The code is in the body, because proxies log addresses.
  method: 'POST',
  path: '/prescription/signing/verify',
  source: 'ours',
  access: 'public',
  body: z.object({ code: text(64) }),
  reply: z.object({
    state: z.enum(['valid', 'altered', 'withdrawn']),
    /** The zone, as IANA names it, in which the paper shows when they signed. */
    timeZone: z.optional(z.string()),
    signers: z.optional(
      z.array(
        z.object({
          role: z.enum(['doctor', 'auditor']),
          name: z.string(),
          title: z.nullish(z.string()),
          dept: z.nullish(z.string()),
          /** When they signed. */
          time: z.nullish(Ms),
        }),
      ),
    ),
  }),
});
