import { type Subscription, timer } from 'rxjs';
import { byWriting, type Outgoing } from '../domain/outgoing.ts';

const patienceMs = 5_000;

type Needs = {
  readonly all: () => Promise<readonly Outgoing[]>;
  readonly take: (outgoing: Outgoing) => void;
  /** Everything that was left is taken, or the storage has been waited for long enough. */
  readonly known: () => void;
};

/** What an earlier page left unsent, or a tab whose news did not reach this one: it goes before what is written later. */
export function createLeftovers({ all, take, known }: Needs, scope: Subscription) {
  const readings = new Set<symbol>();
  return {
    areKnown: () => readings.size === 0,
    async read() {
      const reading = Symbol('reading');
      readings.add(reading);
      const over = () => {
        if (readings.delete(reading) && readings.size === 0) known();
      };
      scope.add(timer(patienceMs).subscribe(over));
      const left = await all();
      if (scope.closed) return;
      for (const outgoing of [...left].sort(byWriting)) take(outgoing);
      over();
    },
  };
}
