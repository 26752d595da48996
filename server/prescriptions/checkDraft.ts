import type * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { checkPrescription } from '../../contract/extension/check.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { checkedOrder } from './checkedOrder.ts';
import { createClinicalReader } from './clinicalQueries.ts';
import { compose } from './compose.ts';
import { withLineErrors } from './lineProblems.ts';
import type { PrescriptionNeeds } from './prescribing.ts';
import { findingFor } from './wire.ts';

type Request = z.output<(typeof checkPrescription)['body']>;

/** The findings that a submission would have now. */
export const checkDraft = (needs: PrescriptionNeeds) => async (request: Request, context: CallContext) => {
  const { at, store, language } = context;
  const asked = await checkedOrder(context, request);
  if (!asked) return refused(Code.notFound);
  const content = { ...request, rxType: request.rxType ?? 0 };
  const composed = await compose(createClinicalReader(needs, store, at), content, { ...asked, context });
  if (!composed.ok) return withLineErrors<never>(composed, language);
  const { available, hits } = needs.check(await composed.data.facts());
  return done({ available, hits: hits.map((hit) => findingFor(hit, language)) });
};
