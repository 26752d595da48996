import { useSearchParams } from 'react-router-dom';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { useFilters } from '../useFilters.ts';

const names = ['keyword', 'status', 'review', 'from', 'to'] as const;
export type PrescriptionFilter = (typeof names)[number];

/** What narrows down the list, and which prescription is open beside it: all of it stands in the address. */
export function usePrescriptionFilters() {
  const [search, setSearch] = useSearchParams();
  const { values, set } = useFilters<PrescriptionFilter>(names);
  const chosen = search.get('id') as PrescriptionId | null;
  return {
    values,
    set,
    chosen,
    isFiltered: Object.values(values).some((value) => value !== ''),
    clear: () => setSearch(chosen ? { id: chosen } : {}, { replace: true }),
  };
}

/** The address of one prescription, with the filters as they are; null closes it. */
export function usePrescriptionAddress(): (id: PrescriptionId | null) => { readonly search: string } {
  const [search] = useSearchParams();
  return (id) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('id');
    else next.set('id', id);
    return { search: `?${next}` };
  };
}
