import * as z from 'zod/mini';
import type { StaffRow } from './accountQueries.ts';

/** Whether this person decides on colleagues' certificates: an administrator, or whom the hospital lets. */
export const mayReviewCertificates = (who: StaffRow | null): boolean =>
  who !== null && !who.disabled && (who.reviewsCertificates || who.isAdministrator);

const Decided = z.object({ qualification: z.object({ prescribesDuringReview: z.boolean() }) });

/** Whether doctors may prescribe with approved certificates while newer ones are reviewed; by default they may. */
export const prescribingInReviewFrom = (settings: Record<string, unknown> | undefined): boolean =>
  Decided.safeParse(settings).data?.qualification.prescribesDuringReview ?? true;
