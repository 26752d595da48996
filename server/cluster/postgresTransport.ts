import pg from 'pg';
import { streamOf } from '../db/silence.ts';
import { reasonOf, StartFailure } from '../startFailure.ts';
import { type OpenTransport, pause } from './transport.ts';

/** A notification has fewer than 8,000 bytes; a UTF-16 unit takes at most three. */
const maxUnits = 2_500;
const retryMs = 300;
const farewellMs = 1_000;

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

type Needs = {
  url: string;
  name: string;
  /** How long an answer is awaited; then the connection counts as lost. */
  silenceMs: number;
};

/** Notifications of PostgreSQL, for a cluster without Redis. What is sent while a connection is down does not reach it. */
export const openPostgresTransport =
  ({ url, name, silenceMs }: Needs): OpenTransport =>
  async (onPacket) => {
    const channel = `cloudroom_${name}`;
    let client: pg.Client | null = null;
    let isClosed = false;

    /** Ends a connection without its farewell, which a silent database would not answer, and opens the next one. */
    function lose(lost: pg.Client) {
      streamOf(lost).destroy();
      if (client !== lost) return;
      client = null;
      void reconnect();
    }
    async function connect() {
      const opening = new pg.Client({
        connectionString: url,
        application_name: 'cloudroom events',
        connectionTimeoutMillis: silenceMs,
        query_timeout: silenceMs,
        keepAlive: true,
      });
      const assemble = createAssembler(onPacket);
      opening.on('notification', ({ payload = '' }) => assemble(payload));
      for (const ending of ['error', 'end'] as const) opening.on(ending, () => lose(opening));
      try {
        await opening.connect();
        await opening.query(`listen ${channel}`);
      } catch (cause) {
        lose(opening);
        throw cause;
      }
      client = opening;
      if (isClosed) lose(opening);
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
        const sending = client;
        if (sending === null) throw new Error('the database is not connected');
        const parts = partsOf(packet);
        try {
          await sending.query(
            'select pg_notify($1, part) from unnest($2::text[]) with ordinality as p(part, n) order by n',
            [channel, parts],
          );
        } catch (cause) {
          lose(sending);
          throw cause;
        }
      },
      reconnect() {
        if (client !== null) lose(client);
      },
      async close() {
        isClosed = true;
        const closing = client;
        if (closing === null) return;
        await Promise.race([closing.end().catch(() => {}), pause(farewellMs)]);
        streamOf(closing).destroy();
      },
    };
  };
