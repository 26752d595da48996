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

const mostSteps = 4;

/** The marks of an axis from 0 to `highest`: steps of 1, 2 or 5, or whole ones where values are counts. */
export function ticksTo(highest: number, whole: boolean): readonly number[] {
  if (highest <= 0) return [0, 1];
  const size = 10 ** Math.floor(Math.log10(highest / mostSteps));
  const step = [1, 2, 5, 10].map((times) => times * size).find((one) => one * mostSteps >= highest) ?? 10 * size;
  const used = whole ? Math.max(1, Math.ceil(step)) : step;
  return Array.from({ length: Math.ceil(highest / used) + 1 }, (_, n) => n * used);
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
