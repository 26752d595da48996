import { useRef } from 'react';
import { useFilters } from './useFilters.ts';

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
