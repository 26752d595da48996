import type { OnDemand } from '../../src/ui/onDemand.ts';

/** Code on demand that has been loaded already. */
export const loadedPart = <Code>(code: Code): OnDemand<Code> => ({
  at: () => code,
  failure: () => null,
  load: async () => code,
  whenLoaded: async () => code,
  subscribe: () => () => {},
});
