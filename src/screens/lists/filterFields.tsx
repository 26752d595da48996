import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { StatusCounts as Counted } from '../../../contract/extension/counts.ts';
import { isDay } from '../../domain/planDates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { dayKey } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useLocale } from '../hooks/useLocale.ts';
import type { useQuery } from './usePages.ts';

const dayMs = 86_400_000;

/** Offset of a time zone from UTC at a moment, in ms. */
function aheadMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(at / 1000) * 1000;
}

/** Start of a day such as 2026-11-21 in the hospital's zone, in epoch ms. */
export function dayStart(day: string, zone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  return utc - aheadMs(utc, zone);
}

/** Last millisecond of a day in the hospital's zone. */
export const dayEnd = (day: string, zone: string): number =>
  dayStart(dayKey(dayStart(day, zone) + 1.5 * dayMs, zone), zone) - 1;

type Range = { readonly createTimeFrom?: number; readonly createTimeTo?: number };

/** Query parameters for the time between two days; an invalid day leaves that side open. */
export const createdBetween = (from: string, to: string, zone: string): Range => ({
  ...(isDay(from) ? { createTimeFrom: dayStart(from, zone) } : {}),
  ...(isDay(to) ? { createTimeTo: dayEnd(to, zone) } : {}),
});

/** Whether a range of days ends before it begins, so that nothing can match. */
export const isBackwards = (from: string, to: string): boolean => isDay(from) && isDay(to) && to < from;

/** Parameters of an address that choose no rows. */
const notFilters = new Set(['tab', 'id', 'sort']);

type FilterBarProps = { readonly label: string; readonly onSubmit?: () => void; readonly children: ReactNode };

/** The filter form of a list; on a phone it folds away behind a button with the number of chosen filters. */
export function FilterBar({ label, onSubmit, children }: FilterBarProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const chosen = [...search].filter(([name, value]) => value !== '' && !notFilters.has(name)).length;
  return (
    <search aria-label={label}>
      <Button
        className="filters-fold"
        look="outline"
        tone="neutral"
        size="sm"
        aria-expanded={unfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!unfolded)}
      >
        {chosen > 0 ? t('orders.filtersChosen', { count: chosen }) : label}
      </Button>
      <form
        id={id}
        className="ui-filters"
        data-unfolded={unfolded || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        {children}
      </form>
    </search>
  );
}

type DayFieldsProps = {
  readonly from: string;
  readonly to: string;
  readonly onChange: (end: 'from' | 'to', day: string) => void;
};

/** A range of days, both included. */
export function DayFields({ from, to, onChange }: DayFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        type="date"
        label={t('orders.from')}
        value={from}
        onChange={(event) => onChange('from', event.target.value)}
      />
      <TextField
        type="date"
        label={t('orders.to')}
        value={to}
        onChange={(event) => onChange('to', event.target.value)}
        error={isBackwards(from, to) ? t('orders.backwards') : null}
      />
    </>
  );
}

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (value: string) => void;
};

const pauseMs = 300;

/** A search field; it searches when typing pauses or at once with Enter. */
export function KeywordField({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  const search = (text: string) => {
    clearTimeout(timer.current);
    onSearch(text.trim());
  };
  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      maxLength={100}
      onChange={({ target }) => {
        setTyped(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(target.value), pauseMs);
      }}
      onKeyDown={(event) => event.key === 'Enter' && search(typed)}
      onBlur={() => search(typed)}
    />
  );
}

type StatusCountsProps = {
  readonly label: string;
  /** Every status that can be chosen. */
  readonly states: readonly { readonly value: string; readonly label: string }[];
  readonly result: ReturnType<typeof useQuery<Counted>>;
  /** The chosen status; empty for all. */
  readonly current: string;
  readonly onChoose: (value: string) => void;
};

/** What the other filters select, by status; each number is a filter. A number that is not known is a dash. */
export function StatusCounts({ label, states, result, current, onChoose }: StatusCountsProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  // While other filters are counted, the previous numbers stay and are marked as outdated.
  const before = useRef<Counted | null>(null);
  if (result.state !== 'loading') before.current = result.state === 'ready' ? result.data : null;
  const counted = before.current;
  const inWords = (count: number) => {
    if (counted === null || (counted.atLeast && count === 0)) return '–';
    return `${new Intl.NumberFormat(language).format(count)}${counted.atLeast ? '+' : ''}`;
  };
  const countOf = (value: string) => counted?.counts.find(({ status }) => String(status) === value)?.count ?? 0;
  const total = counted?.counts.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <fieldset className="status-counts" aria-busy={result.state === 'loading' || undefined}>
      <legend className="ui-hidden">{label}</legend>
      {[{ value: '', label: t('common.state.all') }, ...states].map(({ value, label: name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={current === value}
          onClick={() => onChoose(current === value ? '' : value)}
        >
          <span>{`${name} `}</span>
          <strong>{inWords(value === '' ? total : countOf(value))}</strong>
        </button>
      ))}
      {result.state === 'failed' ? (
        <Button size="sm" look="ghost" onClick={result.reload}>
          <RotateCcw aria-hidden="true" />
          <span>{t('orders.countsFailed')}</span>
        </Button>
      ) : null}
    </fieldset>
  );
}
