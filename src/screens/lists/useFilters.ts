import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Filters stored in the URL, so that reload, back and a copied link show the same list. */
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

/**
 * The open tab of a screen, stored in the URL unless it is the first; a panel mounts when its tab is first opened and
 * stays mounted.
 */
export function useTab<Name extends string>(names: readonly [Name, ...Name[]]) {
  const { values, set } = useFilters(['tab']);
  const tab = names.find((name) => name === values.tab) ?? names[0];
  const opened = useRef(new Set<Name>());
  opened.current.add(tab);
  return {
    tab,
    setTab: (name: Name) => set('tab', name === names[0] ? '' : name),
    isOpened: (name: Name) => opened.current.has(name),
  };
}
