import type { ReviewFilter, reviewStatistics } from '../../contract/extension/audit.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { statisticsOf } from './statisticsQueries.ts';

/** The reviewer's own decisions in numbers. Names no patient. */
export const readStatistics = async (
  filter: ReviewFilter,
  context: CallContext,
): Promise<Outcome<ReplyInputOf<typeof reviewStatistics>>> => done(await statisticsOf(filter, context));
