import { createDoorLimits } from '../../server/http/doorLimits.ts';

/** Without limits of load, for clocks that do not move by themselves. */
export const noLimits = createDoorLimits({ createCounter: () => () => 0, factor: 0 });
