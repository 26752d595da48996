/** Rows with a key each, for lists in which two may have one name, such as a medicine with unequal doses in a day. */
export function keyed<T>(rows: readonly T[], nameOf: (row: T) => string) {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const name = nameOf(row);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: `${count}.${name}`, row };
  });
}
