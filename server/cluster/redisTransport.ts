import { connectRedis, createRedisConnection } from './redisConnection.ts';
import { type OpenTransport, pause } from './transport.ts';

/** How long packets stay in Redis: they contain messages, and after this clients load what they missed by its number. */
const retentionMs = 60_000;
const blockMs = 2_000;
type Entry = [id: string, fields: string[]];

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
    let [position, latestMs] = ['0-0', 0];
    try {
      await Promise.all([connectRedis(writer, url), connectRedis(reader, url)]);
      const [latest] = await writer.xrevrange(stream, '+', '-', 'COUNT', 1);
      position = latest?.[0] ?? position;
    } catch (cause) {
      disconnect();
      throw cause;
    }

    async function readNext() {
      const found = await reader.xread('COUNT', 200, 'BLOCK', blockMs, 'STREAMS', stream, position);
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

    return {
      async send(packet) {
        // Ids begin with the time of Redis, so the clock of this process does not decide what is removed.
        const oldest = Math.max(0, latestMs - retentionMs);
        const [added] =
          (await writer
            .pipeline()
            .xadd(stream, 'MINID', '~', oldest, '*', 'p', packet)
            .pexpire(stream, retentionMs)
            .exec()) ?? [];
        if (!added || added[0]) throw added?.[0] ?? new Error('Redis did not answer');
        latestMs = Number.parseInt(String(added[1]), 10);
      },
      async close() {
        disconnect();
      },
    };
  };
