import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  nextSort,
  type QueueFilter,
  type QueueView,
  queueFilters,
  readSort,
  type SortedColumn,
  sortText,
} from '../../domain/queueView.ts';
import { useReview } from '../app.ts';
import { useFilters } from '../useFilters.ts';
import { useSettingText } from '../useSetting.ts';
import { type ColumnName, columns } from './queueColumns.tsx';

const names = [...queueFilters, 'sort'] as const;
const quarterMs = 15_000;

/** The platform's time in steps of 15 s, for what a whole list shows of it. */
export const quarterMinute = (now: number): number => Math.floor(now / quarterMs) * quarterMs;

/** Filters and order of the queue, stored in the URL; the next free prescription is chosen from the same view. */
export function useQueueView() {
  const { lookAt } = useReview();
  const [, setSearch] = useSearchParams();
  const { values, set } = useFilters(names);
  const key = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `values` is a new object at each render, `key` its content.
  const view = useMemo((): QueueView => {
    const { sort, ...filters } = values;
    return { filters, sort: readSort(sort) };
  }, [key]);
  useEffect(() => lookAt(view), [lookAt, view]);
  return {
    view,
    setFilter: (name: QueueFilter, value: string) => set(name, value),
    sortBy: (column: SortedColumn) => {
      const next = nextSort(view.sort, column);
      set('sort', next ? sortText(next) : '');
    },
    clearFilters: () =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const name of queueFilters) next.delete(name);
          return next;
        },
        { replace: true },
      ),
  };
}

/** The columns that this auditor shows, on every device; the patient is always shown. */
export function useColumns() {
  const [text, store] = useSettingText('reviews.hiddenColumns', '');
  const shown = useMemo(() => {
    const hidden = text.split(',');
    return columns.filter(({ name }) => name === 'patient' || !hidden.includes(name));
  }, [text]);
  return {
    shown,
    toggle(name: ColumnName) {
      const hidden = columns.map((one) => one.name).filter((one) => !shown.some((column) => column.name === one));
      store((hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]).join(','));
    },
  };
}
