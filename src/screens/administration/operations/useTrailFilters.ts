import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { searchTrail } from '../../../../contract/extension/trail.ts';
import type { InputOf } from '../../../../contract/operation.ts';
import { dayKey } from '../../../ui/format.ts';
import { useApp } from '../../app/app.ts';
import { useKept } from '../../forms/useKept.ts';
import { useTicking } from '../../hooks/useTicking.ts';
import { createdBetween } from '../../lists/filterFields.tsx';
import { useFilters } from '../../lists/useFilters.ts';
import type { Chosen } from './PersonField.tsx';

export const kinds = ['read', 'record', 'message', 'staff', 'signIn', 'retention'] as const;
const names = ['kind', 'number', 'from', 'to'] as const;
const dayMs = 86_400_000;
const usualDays = 7;

export type TrailFilter = Omit<InputOf<typeof searchTrail>, 'cursor'>;

/** The filters of the trail: the persons are kept, the others are in the URL. Without days it is the last week. */
export function useTrailFilters() {
  const { zone } = useApp();
  const { values, set } = useFilters(names);
  const [, setSearch] = useSearchParams();
  const [staff, setStaff] = useKept<Chosen | null>('trail.staff', null);
  const [patient, setPatient] = useKept<Chosen | null>('trail.patient', null);
  const today = useTicking((now) => dayKey(now, zone));
  const weekAgo = useTicking((now) => dayKey(now - (usualDays - 1) * dayMs, zone));
  const days = { from: values.from || weekAgo, to: values.to || today };
  const { from, to } = days;
  const { kind, number } = values;
  const filter = useMemo((): TrailFilter => {
    const { createTimeFrom = 0, createTimeTo = 0 } = createdBetween(from, to, zone);
    const known = kinds.find((one) => one === kind);
    return {
      ...(staff ? { staffId: staff.id } : {}),
      ...(patient ? { patientId: patient.id } : {}),
      ...(known ? { kind: known } : {}),
      ...(number ? { number: number.slice(0, 40) } : {}),
      from: createTimeFrom,
      to: createTimeTo + 1,
    };
  }, [staff, patient, kind, number, from, to, zone]);
  const isFiltered = staff !== null || patient !== null || names.some((name) => values[name] !== '');
  const clear = () => {
    setStaff(null);
    setPatient(null);
    setSearch({ tab: 'trail' }, { replace: true });
  };
  return { values, days, set, staff, setStaff, patient, setPatient, filter, isFiltered, clear };
}
