type Value = number | boolean | string;
type Settings = Readonly<Record<string, unknown>>;

/** A list as names that are true, so that two versions differ by what was added and removed. */
const byName = (list: readonly unknown[]) => Object.fromEntries(list.map((one) => [String(one), true]));

/** The settings as a flat list of names and values, in which two versions are compared. */
const flat = (settings: Settings, prefix = ''): [string, Value][] =>
  Object.entries(settings).flatMap(([name, value]): [string, Value][] =>
    typeof value === 'object' && value !== null
      ? flat(Array.isArray(value) ? byName(value) : (value as Record<string, unknown>), `${prefix}${name}.`)
      : [[prefix + name, value as Value]],
  );

/** The settings in which two versions differ; a check without a level of its own has null. */
export function changesOf(before: Settings, after: Settings) {
  const [old, next] = [new Map(flat(before)), new Map(flat(after))];
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((setting) => {
    const change = { setting, before: old.get(setting) ?? null, after: next.get(setting) ?? null };
    return change.before === change.after ? [] : [change];
  });
}
