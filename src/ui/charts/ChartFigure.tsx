import { type ReactNode, useId } from 'react';
import './charts.css';

/** The data of a chart as a table: a heading per column, and rows that begin with their name. */
export type ChartTable = {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly [name: string, ...values: string[]])[];
};

type Props = {
  readonly title: string;
  /** What the chart shows, in a sentence; it replaces the drawing for people who do not see it. */
  readonly summary: string;
  readonly table: ChartTable;
  /** Opens the table. */
  readonly tableLabel: string;
  readonly children: ReactNode;
};

/** A chart with its title, its statement in words, and its data as a table. */
export function ChartFigure({ title, summary, table, tableLabel, children }: Props) {
  const id = useId();
  return (
    <figure className="chart card" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p className="card-note">{summary}</p>
      </figcaption>
      {children}
      <details>
        <summary>{tableLabel}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <section className="chart-table" aria-label={title} tabIndex={0}>
          <table className="ui-table">
            <thead>
              <tr>
                {table.heads.map((head, index) => (
                  <th key={head} scope="col" data-align={index === 0 ? undefined : 'end'}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, index) => (
                    <td key={table.heads[index + 1]} data-align="end">
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}
