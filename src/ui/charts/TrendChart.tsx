import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { highestOf, lineShapes, type Scale, type Series, type TrendPoint, ticksTo } from './trendShapes.ts';

type Props = {
  /** Names the drawing for screen readers. */
  readonly label: string;
  readonly points: readonly TrendPoint[];
  readonly series: readonly Series[];
  readonly valueText: (value: number) => string;
  readonly scale: Scale;
};

/** So many labels fit below a chart on a phone. */
const mostLabels = 7;

const percent = (share: number) => `${share * 100}%`;

/** Where a key leads from the point that is shown; null for other keys. */
function nextPoint(key: string, at: number | null, count: number): number | null {
  const last = count - 1;
  if (key === 'ArrowRight') return Math.min(last, at === null ? 0 : at + 1);
  if (key === 'ArrowLeft') return Math.max(0, at === null ? last : at - 1);
  return key === 'Home' ? 0 : key === 'End' ? last : null;
}

type DrawnProps = Pick<Props, 'points' | 'series'> & { readonly top: number };

/** The bars of every point, stacked, and the lines in front of them. */
function Shapes({ points, series, top }: DrawnProps) {
  const lines = series.filter(({ kind }) => kind === 'line');
  const bars = series.filter(({ kind }) => kind === 'bar');
  return (
    <>
      {points.map(({ label, values }, n) => (
        <div
          key={label}
          className="trend-column"
          style={{ left: percent(n / points.length), width: percent(1 / points.length) }}
        >
          {bars.map(({ name, tone, pattern }) => (
            <div
              key={name}
              data-tone={tone}
              data-pattern={pattern || undefined}
              style={{ height: percent((values[name] ?? 0) / top) }}
            />
          ))}
        </div>
      ))}
      <svg viewBox={`0 0 ${points.length} 1`} preserveAspectRatio="none" aria-hidden="true">
        {lines.map(({ name, tone }) => {
          const { line, area, dots } = lineShapes(points, name, top);
          return (
            <g key={name} data-tone={tone}>
              <path className="trend-area" d={area} />
              <path className="trend-line" d={line} />
              <path className="trend-dots" d={dots} />
            </g>
          );
        })}
      </svg>
    </>
  );
}

type ValuesProps = Pick<Props, 'points' | 'series' | 'valueText'> & { readonly at: number | null };

/** The values of one point; they are read out when they change. */
function Values({ points, series, valueText, at }: ValuesProps) {
  const point = at === null ? null : (points[at] ?? null);
  const textOf = (value: number | null | undefined) => (typeof value === 'number' ? valueText(value) : '–');
  const left = percent(((at ?? 0) + 0.5) / points.length);
  const side = (at ?? 0) * 2 >= points.length ? 'before' : 'after';
  return (
    <output className="trend-values" hidden={point === null} style={{ left }} data-side={side}>
      {point === null ? null : (
        <>
          <strong>{point.label}</strong>
          {series.map(({ name, label }) => (
            <span key={name}>{`${label}: ${textOf(point.values[name])}`}</span>
          ))}
        </>
      )}
    </output>
  );
}

/** Values over time as stacked bars and lines. The arrow keys move through the points and show their values. */
export function TrendChart({ label, points, series, valueText, scale }: Props) {
  const [at, setAt] = useState<number | null>(null);
  const ticks = ticksTo(highestOf(points, series), scale);
  const top = ticks.at(-1) ?? 1;
  const every = Math.ceil(points.length / mostLabels);
  function showByKey(event: KeyboardEvent) {
    const next = nextPoint(event.key, at, points.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
  }
  function showByPointer({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.max(0, Math.min(points.length - 1, Math.floor(((clientX - left) / width) * points.length))));
  }
  return (
    <div className="chart-drawing">
      <div className="trend-scale" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{valueText(tick)}</span>
        ))}
      </div>
      <div
        className="trend-plot"
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through its points.
        tabIndex={0}
        onKeyDown={showByKey}
        onPointerMove={showByPointer}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        {ticks.map((tick) => (
          <hr key={tick} style={{ bottom: percent(tick / top) }} />
        ))}
        <Shapes points={points} series={series} top={top} />
        <Values points={points} series={series} valueText={valueText} at={at} />
      </div>
      <div className="trend-labels" aria-hidden="true">
        {points.map(({ label: name }, n) => (
          <span key={name} data-second={n % (2 * every) === every || undefined}>
            {n % every === 0 ? name : null}
          </span>
        ))}
      </div>
      {series.length > 1 ? (
        <div className="trend-legend" aria-hidden="true">
          {series.map(({ name, label: text, tone, pattern }) => (
            <span key={name} data-tone={tone} data-pattern={pattern || undefined}>
              {text}
            </span>
          ))}
        </div>
      ) : null}
    </div>
  );
}
