import { useCallback, useRef } from 'react';
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

/**
 * Which tab of a screen is open; it stands in the address, but for the first one. A panel is made when its tab is first
 * opened, and kept from then on.
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
