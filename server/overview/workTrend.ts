import type { workTrend } from '../../contract/extension/overview.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { workByDay } from './queries.ts';
import { trendOnWire } from './wire.ts';

/** A doctor's work on each of the last days. */
export const readWorkTrend = async (
  _: unknown,
  { by, at, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof workTrend>>> => done(trendOnWire(await workByDay(store, { by, at })));
