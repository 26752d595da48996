import { useCallback, useEffect } from 'react';
import type { WorkDay } from '../../../contract/extension/overview.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { nothing$ } from '../../streams/live.ts';
import { ChoiceSwitch } from '../../ui/ChoiceSwitch.tsx';
import { ChartFigure } from '../../ui/charts/ChartFigure.tsx';
import { durationText, periodText } from '../../ui/charts/chartText.ts';
import type { Scale, Series } from '../../ui/charts/trendShapes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useSetting } from '../hooks/useSetting.ts';
import { useQuery } from '../lists/usePages.ts';

/** The drawing loads after the words, because its code is larger than the whole screen. */
const drawing = onDemand(() => import('../../ui/charts/TrendChart.tsx'));

const lengths = [7, 30] as const;

type Measure = 'accepted' | 'finished' | 'prescribed' | 'rejected' | 'notRejected' | 'waitMs';

const measured = (day: WorkDay, measure: Measure): number | null =>
  measure === 'notRejected' ? day.prescribed - day.rejected : day[measure];

type ChartProps = {
  readonly days: readonly WorkDay[];
  readonly title: string;
  readonly summary: string;
  readonly series: readonly (Omit<Series, 'name'> & { readonly name: Measure })[];
  readonly valueText: (value: number) => string;
  readonly scale?: Scale;
};

/** One measure a day in words, as a drawing and as a table. */
function Trend({ days, title, summary, series, valueText, scale = 'count' }: ChartProps) {
  const { t, language } = useTranslation();
  const code = useOnDemand(drawing, 'idle');
  const shown = (day: WorkDay, name: Measure) => {
    const value = measured(day, name);
    return value === null ? '–' : valueText(value);
  };
  return (
    <ChartFigure
      title={title}
      summary={summary}
      tableLabel={t('home.trend.asTable')}
      table={{
        heads: [t('home.trend.day'), ...series.map(({ label }) => label)],
        rows: days.map((day) => [day.day, ...series.map(({ name }) => shown(day, name))]),
      }}
    >
      {code ? (
        <code.TrendChart
          label={title}
          scale={scale}
          series={series}
          valueText={valueText}
          points={days.map((day) => ({
            label: periodText(day.day, 'day', language),
            values: Object.fromEntries(series.map(({ name }) => [name, measured(day, name)])),
          }))}
        />
      ) : (
        <PartAway of={drawing}>
          <div className="chart-drawing" />
        </PartAway>
      )}
    </ChartFigure>
  );
}

const sum = (days: readonly WorkDay[], of: (day: WorkDay) => number) => days.reduce((total, day) => total + of(day), 0);

/** The median of the days' median waits, in ms; null without one. */
function medianWait(days: readonly WorkDay[]): number | null {
  const waits = days.flatMap(({ waitMs }) => waitMs ?? []).toSorted((a, b) => a - b);
  return waits[Math.floor((waits.length - 1) / 2)] ?? null;
}

type ChartsProps = { readonly all: readonly WorkDay[]; readonly length: number };

/** Consultations, prescriptions and waits of the last days, compared with as many days before. */
function Charts({ all, length }: ChartsProps) {
  const { t, language } = useTranslation();
  const days = all.slice(-length);
  const before = all.slice(-2 * length, -length);
  const count = (value: number) => new Intl.NumberFormat(language).format(value);
  const duration = (ms: number) => durationText(ms, language);
  const wait = medianWait(days);
  if (days.every(({ accepted, finished, prescribed }) => accepted + finished + prescribed === 0))
    return <EmptyState title={t('home.trend.none')} text={t('home.trend.noneText')} />;
  function compared(of: (day: WorkDay) => number): string {
    const [now, then] = [sum(days, of), sum(before, of)];
    const change = now > then ? 'more' : now < then ? 'fewer' : 'same';
    return t(`home.trend.${change}`, { number: count(now), days: length, change: count(Math.abs(now - then)) });
  }
  return (
    <div className="home-trends">
      <Trend
        days={days}
        title={t('home.trend.consultations')}
        summary={compared(({ accepted }) => accepted)}
        valueText={count}
        series={[
          { name: 'accepted', label: t('home.trend.accepted'), kind: 'bar', tone: 'brand' },
          { name: 'finished', label: t('home.trend.finished'), kind: 'line', tone: 'danger' },
        ]}
      />
      <Trend
        days={days}
        title={t('home.trend.prescriptions')}
        summary={compared(({ prescribed }) => prescribed)}
        valueText={count}
        series={[
          { name: 'notRejected', label: t('home.trend.notRejected'), kind: 'bar', tone: 'brand' },
          { name: 'rejected', label: t('home.trend.rejected'), kind: 'bar', tone: 'danger', pattern: true },
        ]}
      />
      {wait === null ? null : (
        <Trend
          days={days}
          title={t('home.trend.waits')}
          summary={t('home.trend.waitSummary', { time: duration(wait) })}
          valueText={duration}
          scale="duration"
          series={[{ name: 'waitMs', label: t('home.trend.wait'), kind: 'line', tone: 'brand' }]}
        />
      )}
    </div>
  );
}

/** The doctor's work of the last 7 or 30 days, loaded again when the order counts change. */
export function Trends() {
  const { api, work$ } = useApp();
  const { t } = useTranslation();
  const [length, setLength] = useSetting('home.trendDays', 7, lengths);
  const result = useQuery(useCallback((signal) => api.workTrend({}, { signal, quiet: true }), [api]));
  const { refresh } = result;
  const counts = useLive(useLive(work$)?.counts$ ?? nothing$);
  const progress = counts && `${counts.today} ${counts.finished}`;
  useEffect(() => {
    if (progress !== null) void refresh();
  }, [progress, refresh]);
  return (
    <section className="home-trend" aria-label={t('home.trend.title')}>
      <header>
        <h2>{t('home.trend.title')}</h2>
        <ChoiceSwitch
          label={t('home.trend.period')}
          value={String(length)}
          onChange={(value) => setLength(value === '30' ? 30 : 7)}
          choices={lengths.map((days) => ({ value: String(days), label: t('home.trend.last', { days }) }))}
        />
      </header>
      <QueryResult result={result} lines={8}>
        {({ days }) => <Charts all={days} length={length} />}
      </QueryResult>
    </section>
  );
}
