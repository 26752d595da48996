/**
 * Reads by keys for one piece of work: keys that are wanted at the same time share one statement, and each key is read
 * once. Make one for each piece of work, because what it has read is not read again.
 */
export function createKeyedReader<Found>(load: (keys: string[]) => Promise<(key: string) => Found>) {
  const known = new Map<string, Promise<Found>>();
  let wanted: string[] = [];
  let next: Promise<(key: string) => Found> | null = null;

  const read = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const keys = wanted;
    [wanted, next] = [[], null];
    return load(keys);
  };

  return (key: string): Promise<Found> => {
    const before = known.get(key);
    if (before) return before;
    wanted.push(key);
    next ??= read();
    const found = next.then((of) => of(key));
    known.set(key, found);
    return found;
  };
}

/** Rows by their keys; null for a key without a row. */
export const byKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => string) => {
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return (key: string): Row | null => found.get(key) ?? null;
};

/** Rows in groups by a key that several share. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const group = found.get(keyOf(row));
    if (group) group.push(row);
    else found.set(keyOf(row), [row]);
  }
  return (key: string): readonly Row[] => found.get(key) ?? [];
}
