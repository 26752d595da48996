import type { Readiness } from './readiness.ts';
import { figuresOf, type GroupCounts, type GroupFigures, type RecentCalls } from './recentCalls.ts';

/** Facts of the processes of a cluster: those of this one are set, those of the others are read. */
type Shared = { set(key: string, value: string | null): void; elsewhere(key: string): string[] };
type Needs = {
  recent: RecentCalls;
  readiness: Pick<Readiness, 'failing' | 'degraded'>;
  shared: Shared;
  onFault: (cause: unknown) => void;
};

/** How old the figures of other processes may be. */
const shareMs = 5_000;

const callsOf = (hospitalId: string) => `calls ${hospitalId}`;
const failingParts = 'failing parts';
/** The part of readiness that fails once a process has been asked to end. */
export const ending = 'ending';

/** What all processes together do and cannot do, as the operations page shows it. */
export function createSharedFigures({ recent, readiness, shared, onFault }: Needs) {
  let stated: string[] = [];

  const failingHere = async () => [...(await readiness.failing()), ...readiness.degraded()];

  const elsewhere = <T>(key: string) => shared.elsewhere(key).flatMap((text) => JSON.parse(text) as T[]);

  async function share(): Promise<void> {
    const active = recent.hospitals();
    for (const hospitalId of stated) if (!active.includes(hospitalId)) shared.set(callsOf(hospitalId), null);
    for (const hospitalId of active) shared.set(callsOf(hospitalId), JSON.stringify(recent.countsOf(hospitalId)));
    stated = active;
    // A process that hands its work over is nothing that anybody must do something about.
    const failing = (await failingHere()).filter((part) => part !== ending);
    shared.set(failingParts, failing.length === 0 ? null : JSON.stringify(failing));
  }

  return {
    /** States the figures of this process to the others until the result is called. */
    start(): () => void {
      const timer = setInterval(() => void share().catch(onFault), shareMs).unref();
      return () => clearInterval(timer);
    },
    calls: (hospitalId: string): GroupFigures[] =>
      figuresOf([...recent.countsOf(hospitalId), ...elsewhere<GroupCounts>(callsOf(hospitalId))]),
    /** The parts that cannot serve in this process or another one. */
    async failing(): Promise<string[]> {
      return [...new Set([...(await failingHere()), ...elsewhere<string>(failingParts)])];
    },
  };
}

export type SharedFigures = ReturnType<typeof createSharedFigures>;
