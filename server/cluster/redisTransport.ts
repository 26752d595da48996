import { connectRedis, createRedisConnection } from './redisConnection.ts';
import { type OpenTransport, pause } from './transport.ts';

/** How long packets stay in Redis: they contain messages, and after this clients load what they missed by its number. */
const retentionMs = 60_000;
const blockMs = 2_000;
const trimEveryMs = 1_000;
type Entry = [id: string, fields: string[]];

function isBefore(id: string, other: string): boolean {
  const [[ms = 0, n = 0], [otherMs = 0, otherN = 0]] = [id.split('-').map(Number), other.split('-').map(Number)];
  return ms < otherMs || (ms === otherMs && n < otherN);
}

/** A Redis stream, from which a process continues where it was when its connection comes back. */
export const openRedisTransport =
  ({ url, name }: { url: string; name: string }): OpenTransport =>
  async (onPacket) => {
    const stream = `cloudroom:${name}`;
    const [writer, reader] = [createRedisConnection(url), createRedisConnection(url)];
    let isClosed = false;
    const disconnect = () => {
      isClosed = true;
      writer.disconnect();
      reader.disconnect();
    };
    let [position, trimmedMs] = ['0-0', 0];
    try {
      await Promise.all([connectRedis(writer, url), connectRedis(reader, url)]);
      const [latest] = await writer.xrevrange(stream, '+', '-', 'COUNT', 1);
      position = latest?.[0] ?? position;
    } catch (cause) {
      disconnect();
      throw cause;
    }

    /** A stream that began anew, on a clock that is behind, has smaller ids than the last packet that was read. */
    async function followRestart() {
      const [latest] = await reader.xrevrange(stream, '+', '-', 'COUNT', 1);
      if (latest === undefined || isBefore(latest[0], position)) position = '0-0';
    }
    async function readNext() {
      const found = await reader.xread('COUNT', 200, 'BLOCK', blockMs, 'STREAMS', stream, position);
      if (found === null) await followRestart();
      for (const [, entries] of (found ?? []) as [string, Entry[]][])
        for (const [id, [, packet = '']] of entries) {
          position = id;
          onPacket(packet);
        }
    }
    async function readAll() {
      while (!isClosed) await readNext().catch(() => pause(100));
    }
    void readAll();

    /** Ids begin with the time of Redis, so the clock of this process does not decide what is removed. */
    function trim(nowMs: number) {
      if (Math.abs(nowMs - trimmedMs) < trimEveryMs) return;
      trimmedMs = nowMs;
      void writer.xtrim(stream, 'MINID', '~', Math.max(0, nowMs - retentionMs)).catch(() => {});
    }

    return {
      async send(packet) {
        const pipeline = writer.pipeline().xadd(stream, '*', 'p', packet).pexpire(stream, retentionMs);
        const [added] = (await pipeline.exec()) ?? [];
        if (!added || added[0]) throw added?.[0] ?? new Error('Redis did not answer');
        trim(Number.parseInt(String(added[1]), 10));
      },
      reconnect() {
        for (const redis of [writer, reader]) if (redis.status === 'ready') redis.disconnect(true);
      },
      async close() {
        disconnect();
      },
    };
  };
