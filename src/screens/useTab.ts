import { useFilters } from './useFilters.ts';

/** Which tab of a screen is open; it stands in the address. The first one does not. */
export function useTab<Name extends string>(names: readonly [Name, ...Name[]]): [Name, (name: Name) => void] {
  const { values, set } = useFilters(['tab']);
  const current = names.find((name) => name === values.tab) ?? names[0];
  return [current, (name) => set('tab', name === names[0] ? '' : name)];
}
