import { describe, expect, test } from 'vitest';
import { hasPostgres } from '../../support/postgres.ts';
import { runReconnectStorm } from '../../support/reconnectStorm.ts';

/** The memory that docs/deployment.md gives a platform. */
const maxMemoryMiB = 512;

describe.skipIf(!hasPostgres)('a storm of reconnects', () => {
  // `npm run bench storm` measures the same.
  test('after a kill -9 five thousand sockets are admitted again within the memory, and calls are answered', async () => {
    const { sockets, before, after, refused, calls, admittedMs, peakMiB } = await runReconnectStorm(200, 180_000);
    const slowest = Math.max(...calls.map(({ ms }) => ms));
    process.stderr.write(
      `all admitted after ${admittedMs} ms; slowest of ${calls.length} calls ${slowest.toFixed(0)} ms; at most ${peakMiB.toFixed(0)} MiB\n`,
    );
    expect({ sockets, before, after, refused }).toEqual({ sockets: 5_000, before: 5_000, after: 5_000, refused: [] });
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter(({ code }) => code !== 200)).toEqual([]);
    expect(peakMiB).toBeLessThan(maxMemoryMiB);
  }, 400_000);
});
