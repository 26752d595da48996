import { createRateLimits } from '../../server/http/rateLimits.ts';

/** Without limits of load, for clocks that do not move by themselves. */
export const noLimits = createRateLimits({ takeTokens: () => 0, factor: 0 });
