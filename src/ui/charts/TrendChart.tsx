import { useId } from 'react';
import { Area, Bar, CartesianGrid, ComposedChart, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

/** A series of a trend. Colour is not its only sign: `pattern` hatches its bars. */
export type Series = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'bar' | 'line';
  readonly tone: 'brand' | 'danger';
  readonly pattern?: boolean;
};

/** A point in time: its label on the axis, and a value for each series, null where there is none. */
export type TrendPoint = { readonly label: string; readonly values: Readonly<Record<string, number | null>> };

type Props = {
  /** Names the drawing for screen readers. */
  readonly label: string;
  readonly points: readonly TrendPoint[];
  readonly series: readonly Series[];
  readonly valueText: (value: number) => string;
  /** Values are whole numbers, such as counts. */
  readonly whole?: boolean;
};

const colours = { brand: 'var(--chakra-colors-teal-fg)', danger: 'var(--chakra-colors-red-fg)' };
const axis = { stroke: 'var(--chakra-colors-fg-muted)', fontSize: 12 } as const;
const boxStyle = {
  background: 'var(--chakra-colors-bg-panel)',
  borderColor: 'var(--chakra-colors-border)',
  color: 'var(--chakra-colors-fg)',
  borderRadius: 6,
};

/** Values over time as stacked bars and lines. The arrow keys move through the points and show their values. */
export function TrendChart({ label, points, series, valueText, whole = false }: Props) {
  const id = useId();
  const data = points.map(({ label: name, values }) => ({ name, ...values }));
  const hatch = (name: string) => `hatch-${id}-${name}`;
  return (
    <div className="chart-drawing">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 480, height: 220 }}>
        <ComposedChart data={data} title={label} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <defs>
            {series.map(({ name, tone, pattern }) =>
              pattern ? (
                <pattern
                  key={name}
                  id={hatch(name)}
                  width="6"
                  height="6"
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(45)"
                >
                  <rect width="6" height="6" fill={colours[tone]} fillOpacity={0.35} />
                  <rect width="3" height="6" fill={colours[tone]} />
                </pattern>
              ) : null,
            )}
          </defs>
          <CartesianGrid vertical={false} stroke="var(--chakra-colors-border)" />
          <XAxis dataKey="name" {...axis} tickLine={false} minTickGap={16} />
          <YAxis {...axis} tickLine={false} width={64} allowDecimals={!whole} tickFormatter={valueText} />
          <Tooltip
            contentStyle={boxStyle}
            cursor={{ fill: 'var(--chakra-colors-bg-muted)' }}
            formatter={(value) => (typeof value === 'number' ? valueText(value) : '–')}
            isAnimationActive={false}
          />
          {series.length > 1 ? <Legend formatter={(name) => <span className="chart-legend">{name}</span>} /> : null}
          {series.map(({ name, label: seriesLabel, kind, tone, pattern }) =>
            kind === 'bar' ? (
              <Bar
                key={name}
                dataKey={name}
                name={seriesLabel}
                stackId="one"
                stroke={colours[tone]}
                fill={pattern ? `url(#${hatch(name)})` : colours[tone]}
                isAnimationActive={false}
              />
            ) : (
              <Area
                key={name}
                dataKey={name}
                name={seriesLabel}
                type="linear"
                stroke={colours[tone]}
                strokeWidth={2}
                fill={colours[tone]}
                fillOpacity={0.12}
                connectNulls
                dot={{ r: 3, fill: colours[tone] }}
                isAnimationActive={false}
              />
            ),
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
