import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  nextSort,
  noFilters,
  type QueueFilter,
  type QueueView,
  queueFilters,
  readSort,
  type SortedColumn,
  sortText,
} from '../../domain/queueView.ts';
import { useReview } from '../app/app.ts';
import { useSettingText } from '../hooks/useSetting.ts';
import { useFilters } from '../lists/useFilters.ts';
import { type ColumnName, columns } from './queueColumns.tsx';

const names = [...queueFilters, 'sort'] as const;
const quarterMs = 15_000;

/** The platform's time in steps of 15 s, for what a whole list shows of it. */
export const quarterMinute = (now: number): number => Math.floor(now / quarterMs) * quarterMs;

type Values = Readonly<Record<(typeof names)[number], string>>;

/** The chosen values as a query. */
const queryOf = (values: Values): string =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString();

function withValues(search: URLSearchParams, values: Values): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of names) {
    if (values[name] === '') next.delete(name);
    else next.set(name, values[name]);
  }
  return next;
}

/**
 * Filters and order of the queue: in the URL, and kept for the reviewer, who finds them again on every visit and device. A
 * link with filters of its own comes first. The next free prescription is chosen from the same view.
 */
export function useQueueView() {
  const { lookAt } = useReview();
  const [, setSearch] = useSearchParams();
  const { values } = useFilters(names);
  const [kept, keep] = useSettingText('reviews.view', '');
  const isUnset = queryOf(values) === '';
  const choose = (next: Values) => {
    keep(queryOf(next));
    setSearch((before) => withValues(before, next), { replace: true });
  };
  useLayoutEffect(() => {
    if (!isUnset || kept === '') return;
    const stored = new URLSearchParams(kept);
    const values = Object.fromEntries(names.map((name) => [name, stored.get(name) ?? ''])) as Values;
    setSearch((before) => withValues(before, values), { replace: true });
  }, [isUnset, kept, setSearch]);
  const key = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `values` is a new object at each render, `key` its content.
  const view = useMemo((): QueueView => {
    const { sort, ...filters } = values;
    return { filters, sort: readSort(sort) };
  }, [key]);
  useEffect(() => lookAt(view), [lookAt, view]);
  return {
    view,
    setFilter: (name: QueueFilter, value: string) => choose({ ...values, [name]: value }),
    sortBy: (column: SortedColumn) => {
      const next = nextSort(view.sort, column);
      choose({ ...values, sort: next ? sortText(next) : '' });
    },
    clearFilters: () => choose({ ...values, ...noFilters }),
  };
}

/** The columns that this reviewer shows, on every device; the patient is always shown. */
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
