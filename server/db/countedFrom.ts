import { sql } from 'drizzle-orm';
import { prescription } from './schema/prescriptions.ts';

const { countedSince, submitTime, pausedMs } = prescription;

/** The beginning of a review's wait, as it counts towards its limit. */
export const countedFrom = sql<string>`coalesce(${countedSince}, ${submitTime} + ${pausedMs})`;
