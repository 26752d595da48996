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

/** What the values of an axis are: counts, or durations in ms. Its marks are round numbers of them. */
export type Scale = 'count' | 'duration';

const mostSteps = 4;
const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000];
const durationSteps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
];

/** The first step of 1, 2, 5 or 10 times a power of ten with which an axis to `highest` has few marks. */
function decimalStep(highest: number): number {
  const size = 10 ** Math.floor(Math.log10(highest / mostSteps));
  return [1, 2, 5].map((times) => times * size).find((step) => step * mostSteps >= highest) ?? 10 * size;
}

const stepTo: Record<Scale, (highest: number) => number> = {
  count: (highest) => Math.max(1, decimalStep(highest)),
  duration: (highest) =>
    durationSteps.find((step) => step * mostSteps >= highest) ?? Math.max(1, decimalStep(highest / dayMs)) * dayMs,
};

/** The marks of an axis from 0 to `highest`. */
export function ticksTo(highest: number, scale: Scale): readonly number[] {
  const step = highest > 0 ? stepTo[scale](highest) : scale === 'duration' ? minuteMs : 1;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, n) => n * step);
}

/** The highest stack of bars or point of a line. */
export function highestOf(points: readonly TrendPoint[], series: readonly Series[]): number {
  const heights = points.flatMap(({ values }) => {
    const of = (kind: Series['kind']) => series.flatMap((one) => (one.kind === kind ? (values[one.name] ?? 0) : []));
    return [of('bar').reduce((sum, value) => sum + value, 0), ...of('line')];
  });
  return Math.max(0, ...heights);
}

/** Points of a line in a box of one unit a point and the height 1; a point without a value is left out. */
function placesOf(points: readonly TrendPoint[], name: string, top: number): readonly string[] {
  return points.flatMap(({ values }, n) => {
    const value = values[name] ?? null;
    return value === null ? [] : [`${n + 0.5} ${1 - value / top}`];
  });
}

/** The paths of a line: the line, the area below it, and a dot at each point. Points without a value are bridged. */
export function lineShapes(points: readonly TrendPoint[], name: string, top: number) {
  const places = placesOf(points, name, top);
  const [first, last] = [places[0]?.split(' ')[0], places.at(-1)?.split(' ')[0]];
  const line = places.length === 0 ? '' : `M${places.join('L')}`;
  return {
    line,
    area: line && `${line}L${last} 1L${first} 1Z`,
    dots: places.map((place) => `M${place}h0`).join(''),
  };
}
