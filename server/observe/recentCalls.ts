/** Upper bounds in ms of the classes that durations are counted in; longer ones share the last class. */
const bounds = [
  1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 135, 200, 300, 450, 675, 1_000, 1_500, 2_250, 3_400, 5_000, 10_000,
];
const minuteMs = 60_000;
/** The current minute and those before it that figures are about. */
const minutes = 5;

type Figures = { calls: number; errors: number; classes: Uint32Array };
type Minute = { at: number; groups: Map<string, Figures> };

/** Calls of one group in the last minutes: how many a minute, and the durations that half and 95 % stay within. */
export type GroupFigures = { group: string; callsPerMin: number; errorsPerMin: number; p50Ms: number; p95Ms: number };

const classOf = (ms: number) => {
  const found = bounds.findIndex((bound) => ms <= bound);
  return found < 0 ? bounds.length : found;
};

/**
 * What one process says about a group of calls: how many a minute, and how many of the last five minutes took how long, by
 * class.
 */
export type GroupCounts = { group: string; callsPerMin: number; errorsPerMin: number; classes: number[] };

/** The upper bound of the class that the given part of the calls ends in. */
function percentile(classes: readonly number[], part: number): number {
  let left = classes.reduce((sum, count) => sum + count, 0) * part;
  for (const [n, count] of classes.entries()) {
    left -= count;
    if (left <= 0) return bounds[n] ?? Number(bounds.at(-1));
  }
  return 0;
}

const empty = (): Figures => ({ calls: 0, errors: 0, classes: new Uint32Array(bounds.length + 1) });

function addTo(sum: Figures, { calls, errors, classes }: Figures): Figures {
  for (const [n, count] of classes.entries()) sum.classes[n] = (sum.classes[n] ?? 0) + count;
  return { calls: sum.calls + calls, errors: sum.errors + errors, classes: sum.classes };
}

/** The calls of each hospital in the last five minutes, in this process. */
export function createRecentCalls(now: () => number) {
  const started = now();
  const hospitals = new Map<string, Minute[]>();
  const minuteNow = () => Math.floor(now() / minuteMs);

  const recent = (hospitalId: string, minute: number) =>
    (hospitals.get(hospitalId) ?? []).filter(({ at }) => at > minute - minutes);

  function currentOf(hospitalId: string): Minute {
    const minute = minuteNow();
    const last = hospitals.get(hospitalId)?.at(-1);
    if (last?.at === minute) return last;
    const next = { at: minute, groups: new Map<string, Figures>() };
    hospitals.set(hospitalId, [...recent(hospitalId, minute), next]);
    return next;
  }

  return {
    startTime: started,
    add(hospitalId: string, group: string, ms: number, isError: boolean): void {
      const { groups } = currentOf(hospitalId);
      const figures = groups.get(group) ?? empty();
      figures.calls += 1;
      if (isError) figures.errors += 1;
      const at = classOf(ms);
      figures.classes[at] = (figures.classes[at] ?? 0) + 1;
      groups.set(group, figures);
    },
    /** The hospitals with calls in the last five minutes. */
    hospitals(): string[] {
      const minute = minuteNow();
      for (const hospitalId of hospitals.keys())
        if (recent(hospitalId, minute).length === 0) hospitals.delete(hospitalId);
      return [...hospitals.keys()];
    },
    countsOf(hospitalId: string): GroupCounts[] {
      const sums = new Map<string, Figures>();
      for (const { groups } of recent(hospitalId, minuteNow()))
        for (const [group, figures] of groups) sums.set(group, addTo(sums.get(group) ?? empty(), figures));
      const overMin = Math.max(1, Math.min(minutes, (now() - started) / minuteMs));
      return [...sums].map(([group, { calls, errors, classes }]) => ({
        group,
        callsPerMin: calls / overMin,
        errorsPerMin: errors / overMin,
        classes: [...classes],
      }));
    },
  };
}

export type RecentCalls = ReturnType<typeof createRecentCalls>;

const tenths = (count: number) => Math.round(count * 10) / 10;

/** The figures of groups of calls, from what one or several processes count. */
export function figuresOf(counts: readonly GroupCounts[]): GroupFigures[] {
  const sums = new Map<string, GroupCounts>();
  for (const one of counts) {
    const sum = sums.get(one.group);
    sums.set(one.group, {
      group: one.group,
      callsPerMin: one.callsPerMin + (sum?.callsPerMin ?? 0),
      errorsPerMin: one.errorsPerMin + (sum?.errorsPerMin ?? 0),
      classes: one.classes.map((count, n) => count + (sum?.classes[n] ?? 0)),
    });
  }
  return [...sums.values()]
    .map(({ group, callsPerMin, errorsPerMin, classes }) => ({
      group,
      callsPerMin: tenths(callsPerMin),
      errorsPerMin: tenths(errorsPerMin),
      p50Ms: percentile(classes, 0.5),
      p95Ms: percentile(classes, 0.95),
    }))
    .toSorted((a, b) => b.callsPerMin - a.callsPerMin);
}
