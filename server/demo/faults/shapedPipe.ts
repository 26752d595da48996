/** Quality of a link in one direction. */
export type Shape = { latencyMs: number; jitterMs: number; bitsPerSecond: number };

export const unshaped: Shape = { latencyMs: 0, jitterMs: 0, bitsPerSecond: Number.POSITIVE_INFINITY };

type Needs = { shape: () => Shape; random: () => number };

const packet = 1400;

/** Delivers items in order, delayed by the link's shape. */
export function shapedPipe({ shape, random }: Needs) {
  const waiting: Array<() => void> = [];
  const timers = new Set<NodeJS.Timeout>();
  let lineFreeAt = 0;
  let lastDueAt = 0;

  function carry(bytes: number, arrive: () => void) {
    const { latencyMs, jitterMs, bitsPerSecond } = shape();
    const now = performance.now();
    lineFreeAt = Math.max(now, lineFreeAt) + (bytes * 8000) / bitsPerSecond;
    lastDueAt = Math.max(lastDueAt, lineFreeAt + latencyMs + random() * jitterMs);
    if (lastDueAt <= now && waiting.length === 0) return arrive();
    waiting.push(arrive);
    const timer = setTimeout(() => {
      timers.delete(timer);
      waiting.shift()?.();
    }, lastDueAt - now);
    timers.add(timer);
  }

  return {
    /** Bytes travel in packets, so that a slow line delivers a long answer gradually. */
    bytes(chunk: Buffer, arrive: (part: Buffer) => void) {
      const step = Number.isFinite(shape().bitsPerSecond) ? packet : chunk.length;
      for (let at = 0; at < chunk.length; at += step) {
        const part = chunk.subarray(at, at + step);
        carry(part.length, () => arrive(part));
      }
    },
    /** Ends the stream after everything still in flight. */
    end: (arrive: () => void) => carry(0, arrive),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      waiting.length = 0;
    },
  };
}
