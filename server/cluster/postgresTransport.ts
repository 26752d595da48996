import pg from 'pg';
import { reasonOf, StartFailure } from '../startFailure.ts';
import { type OpenTransport, pause } from './transport.ts';

/** A notification has fewer than 8,000 bytes; a UTF-16 unit takes at most three. */
const maxUnits = 2_500;
const retryMs = 300;

/** Parts of a packet, each with its number, because PostgreSQL drops equal notifications of one transaction. */
export function partsOf(packet: string): string[] {
  const texts: string[] = [];
  for (let from = 0; from < packet.length || texts.length === 0; ) {
    const last = packet.charCodeAt(from + maxUnits - 1);
    const isSplit = last >= 0xd800 && last < 0xdc00;
    const to = from + maxUnits - (isSplit ? 1 : 0);
    texts.push(packet.slice(from, to));
    from = to;
  }
  return texts.map((text, n) => `${n + 1}/${texts.length} ${text}`);
}

/** Puts parts together; the notifications of a transaction arrive without others between them. */
export function createAssembler(onPacket: (packet: string) => void) {
  let texts: string[] = [];
  return (part: string) => {
    const [, number, count, text = ''] = /^(\d+)\/(\d+) (.*)$/s.exec(part) ?? [];
    if (number === '1') texts = [];
    texts.push(text);
    if (number !== count || texts.length !== Number(count)) return;
    const packet = texts.join('');
    texts = [];
    onPacket(packet);
  };
}

/** Notifications of PostgreSQL, for a cluster without Redis. What is sent while a connection is down does not reach it. */
export const openPostgresTransport =
  ({ url, name }: { url: string; name: string }): OpenTransport =>
  async (onPacket) => {
    const channel = `cloudroom_${name}`;
    let client: pg.Client | null = null;
    let isClosed = false;

    async function connect() {
      const opening = new pg.Client({
        connectionString: url,
        application_name: 'cloudroom events',
        connectionTimeoutMillis: 5_000,
        query_timeout: 5_000,
        keepAlive: true,
      });
      const assemble = createAssembler(onPacket);
      opening.on('notification', ({ payload = '' }) => assemble(payload));
      opening.on('error', () => void opening.end().catch(() => {}));
      await opening.connect();
      await opening.query(`listen ${channel}`);
      opening.once('end', () => {
        client = null;
        void reconnect();
      });
      client = opening;
    }
    async function reconnect() {
      while (!isClosed && client === null) await connect().catch(() => pause(retryMs));
    }
    try {
      await connect();
    } catch (cause) {
      throw new StartFailure(`The database does not carry events: ${reasonOf(cause)}`);
    }

    return {
      async send(packet) {
        if (client === null) throw new Error('the database is not connected');
        const parts = partsOf(packet);
        await client.query(
          'select pg_notify($1, part) from unnest($2::text[]) with ordinality as p(part, n) order by n',
          [channel, parts],
        );
      },
      async close() {
        isClosed = true;
        await client?.end().catch(() => {});
      },
    };
  };
