import './charts.css';

type Props = {
  readonly title: string;
  /** The headings of name and number. */
  readonly heads: readonly [name: string, count: string];
  readonly rows: readonly { readonly name: string; readonly count: number }[];
};

/** Counts by name as bars, most frequent first. It is a table, so it needs no other form for screen readers. */
export function RankTable({ title, heads, rows }: Props) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className="chart card" aria-label={title}>
      <h2>{title}</h2>
      <table className="chart-rank" aria-label={title}>
        <thead className="ui-hidden">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <meter min={0} max={most} value={count} aria-hidden="true" />
                <span>{count}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
