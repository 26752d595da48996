import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptOrder } from '../../../contract/extension/consult.ts';
import { login } from '../../../contract/http/auth.ts';
import { awaitList } from '../../../contract/http/consult.ts';
import { queryImMessages } from '../../../contract/http/im.ts';
import type { InputOf, Operation } from '../../../contract/operation.ts';
import { newMessageId } from '../../support/messageId.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

type Database = { env: Record<string, string>; end: () => Promise<void> };

const databases: { on: string; open: () => Promise<Database> }[] = [
  { on: 'the embedded database', open: async () => ({ env: {}, end: async () => {} }) },
  ...(hasPostgres ? [{ on: 'PostgreSQL', open: onPostgres }] : []),
];

async function onPostgres(): Promise<Database> {
  const server = await startPostgres();
  return { env: { DATABASE_URL: await server.database() }, end: () => server.stop() };
}

let platform: Platform;

type Ack = { ok: boolean; seq: number; id: string };

async function call<T, O extends Operation = Operation>(operation: O, token: string, input: InputOf<O>): Promise<T> {
  const isGet = operation.method === 'GET';
  const reply = await fetch(`${platform.url}/api${operation.path}`, {
    method: operation.method,
    headers: { 'tenant-id': '1', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(isGet ? {} : { body: JSON.stringify(input) }),
  });
  return ((await reply.json()) as { data: T }).data;
}

/** A signed-in doctor with a running consultation and an open socket. */
async function atWork() {
  const { accessToken: token } = await call<{ accessToken: string }>(login, '', {
    username: 'doctor01',
    password: 'Cloudroom2026',
  });
  const list = await call<{ id: string; status: number; conversationId: string }[]>(awaitList, token, {});
  const order = list.find(({ status }) => status === 10);
  if (!order) throw new Error('nobody waits');
  await call(acceptOrder, token, { id: order.id });
  const link = io(platform.url, {
    path: '/infra/im',
    transports: ['websocket'],
    auth: { token, tenantId: '1' },
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 500,
  });
  return { token, link, conversationId: String(order.conversationId) };
}

const send = (link: Socket, conversationId: string, clientMessageId: string): Promise<Ack> =>
  link
    .timeout(3_000)
    .emitWithAck('message:send', { clientMessageId, conversationId, type: 101, content: '{"content":"x"}' });

/** Resends a message with the same id until it is acknowledged. */
async function sendUntilStored(link: Socket, conversationId: string, clientMessageId: string): Promise<Ack> {
  for (;;) {
    const ack = await send(link, conversationId, clientMessageId).catch(() => null);
    if (ack?.ok) return ack;
  }
}

describe.each(databases)('on $on', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    platform = await startPlatform({ env: database.env });
  }, 60_000);
  afterAll(async () => {
    await platform?.stop();
    await database?.end();
  }, 30_000);

  test('kill -9 during a burst loses no acknowledged message, and resent messages are stored once', async () => {
    const { token, link, conversationId } = await atWork();
    const acked = new Map<string, Ack>();
    const unknown: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      if (!link.connected) await new Promise<void>((resolve) => link.once('connect', () => resolve()));
      const ids = Array.from({ length: 40 }, () => newMessageId());
      const sending = ids.map(async (id) => {
        try {
          const ack = await send(link, conversationId, id);
          if (ack.ok) acked.set(id, ack);
          else unknown.push(id);
        } catch {
          unknown.push(id);
        }
      });
      await expect.poll(() => acked.size, { interval: 1 }).toBeGreaterThan(round * 40);
      await platform.kill();
      await platform.restart();
      await Promise.all(sending);
      for (const id of unknown.splice(0)) acked.set(id, await sendUntilStored(link, conversationId, id));
    }
    link.disconnect();
    const pages = [];
    for (let afterSeq = 0, head = 1; afterSeq < head; ) {
      const query = { conversationId: conversationId as never, afterSeq, limit: 200 };
      const page = await call<{
        events: { kind: string; message?: { clientMessageId: string; seq: number; id: string } }[];
        coveredTo: number;
        headSeq: number;
      }>(queryImMessages, token, query);
      pages.push(...page.events);
      afterSeq = page.coveredTo;
      head = page.headSeq;
    }
    const stored = pages.flatMap(({ message }) => (message?.clientMessageId ? [message] : []));
    const seqOf = new Map(stored.map(({ clientMessageId, seq }) => [clientMessageId, seq]));
    expect(acked.size).toBe(120);
    for (const [id, ack] of acked) expect({ id, seq: seqOf.get(id) }).toEqual({ id, seq: ack.seq });
    expect(stored.filter(({ clientMessageId }) => acked.has(clientMessageId))).toHaveLength(120);
  }, 180_000);
});
