/** Sorted numbers with cheap bulk additions: sorted runs are merged when they have similar lengths, or on reading. */
export function createSortedRuns(isBefore: (a: number, b: number) => boolean) {
  let runs: number[][] = [];

  function merge(left: readonly number[], right: readonly number[]): number[] {
    const all: number[] = [];
    let at = 0;
    for (const one of left) {
      for (let next = right[at]; next !== undefined && isBefore(next, one); next = right[at]) {
        all.push(next);
        at += 1;
      }
      all.push(one);
    }
    for (; at < right.length; at += 1) all.push(right[at] ?? 0);
    return all;
  }

  const mergeLast = () => {
    const [right = [], left = []] = [runs.pop(), runs.pop()];
    runs.push(merge(left, right));
  };

  return {
    add(numbers: number[]): void {
      runs.push(numbers.sort((a, b) => (isBefore(a, b) ? -1 : 1)));
      while (runs.length > 1 && (runs.at(-2)?.length ?? 0) <= (runs.at(-1)?.length ?? 0)) mergeLast();
    },
    remove(numbers: ReadonlySet<number>): void {
      if (numbers.size > 0) runs = runs.map((run) => run.filter((one) => !numbers.has(one)));
    },
    all(): readonly number[] {
      while (runs.length > 1) mergeLast();
      return runs[0] ?? [];
    },
  };
}
