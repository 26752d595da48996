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

/** A Redis stream, from which a process continues where it was when its connection comes back. `now` is a steady clock. */
export const openRedisTransport =
  ({ url, name, now = () => performance.now() }: { url: string; name: string; now?: () => number }): OpenTransport =>
  async (onPacket) => {
    const stream = `cloudroom:${name}`;
    const [writer, reader] = [createRedisConnection(url), createRedisConnection(url)];
    let isClosed = false;
    const disconnect = () => {
      isClosed = true;
      writer.disconnect();
      reader.disconnect();
    };
    let position = '0-0';
    /** A packet of each second: those before it were sent before its time. */
    let sent: { at: number; id: string }[] = [];
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

    /**
     * Ids begin with the time of Redis. After its clock was set back they keep the old one, so what this process sent a minute
     * ago counts as well.
     */
    function trim(id: string) {
      const at = now();
      const last = sent.at(-1);
      if (last !== undefined && at - last.at < trimEveryMs) return;
      sent.push({ at, id });
      sent = sent.slice(
        Math.max(
          0,
          sent.findLastIndex((one) => one.at <= at - retentionMs),
        ),
      );
      const [oldest] = sent;
      const byTime = `${Math.max(0, Number.parseInt(id, 10) - retentionMs)}-0`;
      const isOld = oldest !== undefined && oldest.at <= at - retentionMs;
      const first = isOld && isBefore(byTime, oldest.id) ? oldest.id : byTime;
      void writer.xtrim(stream, 'MINID', '~', first).catch(() => {});
    }

    return {
      async send(packet) {
        const pipeline = writer.pipeline().xadd(stream, '*', 'p', packet).pexpire(stream, retentionMs);
        const [added] = (await pipeline.exec()) ?? [];
        if (!added || added[0]) throw added?.[0] ?? new Error('Redis did not answer');
        trim(String(added[1]));
      },
      reconnect() {
        for (const redis of [writer, reader]) if (redis.status === 'ready') redis.disconnect(true);
      },
      async close() {
        disconnect();
      },
    };
  };
