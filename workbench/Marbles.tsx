import type { Pulse } from './pulse.ts';

const spanMs = 60_000;

type Row = { readonly stream: string; readonly pulses: readonly Pulse[] };

/** The streams by name with their values of the last minute before `now`, in ms. */
export function marbleRows(pulses: readonly Pulse[], now: number): readonly Row[] {
  const rows = new Map<string, Pulse[]>();
  for (const pulse of pulses) {
    const row = rows.get(pulse.stream) ?? [];
    rows.set(pulse.stream, row);
    if (pulse.at > now - spanMs) row.push(pulse);
  }
  return [...rows].map(([stream, row]) => ({ stream, pulses: row }));
}

/** Named streams over the last minute: a marble for each value, and the newest value beside its name. */
export function Marbles({ pulses, now }: { readonly pulses: readonly Pulse[]; readonly now: number }) {
  const rows = marbleRows(pulses, now);
  if (rows.length === 0) return <p className="workbench-nothing">No stream has had a value yet.</p>;
  const newest = new Map(pulses.map(({ stream, text }) => [stream, text]));
  return (
    <table className="workbench-marbles">
      <tbody>
        {rows.map(({ stream, pulses: row }) => (
          <tr key={stream}>
            <th scope="row">{stream}</th>
            <td>
              <svg
                className="workbench-line"
                role="img"
                aria-label={`${row.length} values of ${stream} within a minute`}
              >
                <line x1="0" x2="100%" y1="50%" y2="50%" />
                {row.map(({ at, text }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two values of a stream may have the same time.
                  <circle key={`${at} ${index}`} cx={`${100 - ((now - at) / spanMs) * 100}%`} cy="50%" r="5">
                    <title>{text}</title>
                  </circle>
                ))}
              </svg>
            </td>
            <td>{newest.get(stream)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
