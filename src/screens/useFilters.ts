import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Filters that stand in the address, so that reload, back and a copied link show the same list. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>;
  const set = useCallback(
    (name: Name, value: string) =>
      setSearch(
        (before) => {
          if ((before.get(name) ?? '') === value) return before;
          const next = new URLSearchParams(before);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const clear = () => setSearch({}, { replace: true });
  return { values, set, clear };
}
