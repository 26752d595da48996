import type { callRules } from '../../../server/trail/rules.ts';
import type { TrailWorld } from '../../support/trailWorld.ts';
import { administrationSamples } from './administrationSamples.ts';
import { catalogueSamples } from './catalogueSamples.ts';
import { operatorSamples } from './operatorSamples.ts';
import { orderSamples } from './orderSamples.ts';
import { reviewSamples } from './reviewSamples.ts';
import type { Sample } from './sample.ts';
import { sessionSamples } from './sessionSamples.ts';

type Rules = typeof callRules;
/** The calls whose rule leaves a row. */
export type Noted = { [Name in keyof Rules]: Rules[Name] extends { action: string } ? Name : never }[keyof Rules];

/** For each call that leaves a row, prepares what it needs to succeed once. */
export const samplesOf = (world: TrailWorld): Record<Noted, () => Promise<Sample>> => ({
  ...sessionSamples(world),
  ...orderSamples(world),
  ...reviewSamples(world),
  ...administrationSamples(world),
  ...catalogueSamples(world),
  ...operatorSamples(world),
});
