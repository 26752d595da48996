import { connect } from 'node:net';

/** `requests`: what the connections request in turn, so that they differ. */
type Load = {
  port: number;
  requests: readonly string[];
  connections: number;
  /** Each connection sends all requests in turn; otherwise each sends its own. */
  inTurn?: boolean;
  forMs: number;
  /** Total requests per second; otherwise each connection sends as soon as it has an answer. */
  perSecond?: number | null;
};

/**
 * One connection that sends as soon as it has an answer. It does as little as possible, so that the server is measured.
 */
function requestInTurn(
  port: number,
  requestFor: (turn: number) => string,
  everyMs: number,
  isOver: () => boolean,
  answered: (ms: number, body: string) => void,
) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let since = 0;
    let turn = 0;
    let read = '';
    let due = performance.now() + everyMs * Math.random();
    // A request delayed by a late answer counts from when it was due.
    const ask = () => {
      const early = everyMs === 0 ? 0 : due - performance.now();
      if (early > 1) return void setTimeout(ask, early);
      since = everyMs === 0 ? performance.now() : Math.min(due, performance.now());
      due += everyMs;
      socket.write(requestFor(turn));
      turn += 1;
    };
    socket.on('connect', ask).on('error', reject);
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1');
      const head = read.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(read)?.[1] ?? Number.NaN);
      if (Number.isNaN(length)) return reject(new Error(`an answer without a length: ${read.slice(0, head)}`));
      if (read.length < head + 4 + length) return;
      answered(performance.now() - since, read.slice(head + 4));
      read = '';
      if (!isOver()) return ask();
      socket.end();
      resolve();
    });
  });
}

export type Pressed = { perSecond: number; p50: number; p95: number; p99: number; sample: string };

/** Sends requests over several connections for a duration. */
export async function press(load: Load): Promise<Pressed> {
  const times: number[] = [];
  let sample = '';
  const start = performance.now();
  const isOver = () => performance.now() - start > load.forMs;
  const everyMs = load.perSecond ? (load.connections * 1_000) / load.perSecond : 0;
  const note = (ms: number, body: string) => {
    times.push(ms);
    sample = body;
  };
  const requestAt = (at: number) => load.requests[at % load.requests.length] ?? '';
  await Promise.all(
    Array.from({ length: load.connections }, (_, n) =>
      requestInTurn(load.port, (turn) => requestAt(load.inTurn ? turn : n), everyMs, isOver, note),
    ),
  );
  const tookMs = performance.now() - start;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: (times.length * 1_000) / tookMs, p50: at(0.5), p95: at(0.95), p99: at(0.99), sample };
}
