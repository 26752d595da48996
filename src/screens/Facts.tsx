import './facts.css';

type Props = {
  readonly label: string;
  /** Term and value; a row without a value is left out. */
  readonly rows: readonly (readonly [term: string, value: string | null | undefined])[];
};

/** What is known, as terms and values in aligned columns. */
export function Facts({ label, rows }: Props) {
  return (
    <dl className="facts" aria-label={label}>
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
