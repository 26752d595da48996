import { WebSocket } from 'ws';
import { newMessageId } from '../../tests/support/messageId.ts';

/** A socket that sends and resolves on acknowledgement; `received` counts messages received from others. */
export type Client = { send(): Promise<void>; received(): number; end(): void };

const words = JSON.stringify({ content: 'I have had a headache since Monday, mostly in the evening.' });

type Seat = { url: string; token: string; hospitalId: string; conversationId: string; senderType: number };

type Handshake = { token?: string; tenantId?: string };

/**
 * A minimal Socket.IO client over a plain WebSocket. It does as little as the plain one, so that servers are compared
 * and not their clients (socket.io-client takes about three times as long per message).
 */
async function socketIo(url: string, path: string, auth: Handshake, onEvent: (name: string, event: unknown) => void) {
  const link = new WebSocket(`${url.replace(/^http/, 'ws')}${path}/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  const asked = new Map<number, (answer: never) => void>();
  let asks = 0;
  await new Promise<void>((resolve, reject) => {
    link.once('error', reject);
    link.on('message', (data) => {
      const frame = String(data);
      if (frame === '2') return link.send('3');
      if (frame.startsWith('0')) return link.send(`40${JSON.stringify(auth)}`);
      if (frame.startsWith('40')) return resolve();
      if (frame.startsWith('44')) return reject(new Error(frame));
      const start = frame.indexOf('[');
      const payload = JSON.parse(frame.slice(start)) as [unknown, unknown];
      if (frame.startsWith('42')) return onEvent(String(payload[0]), payload[1]);
      const id = Number(frame.slice(2, start));
      asked.get(id)?.(payload[0] as never);
      asked.delete(id);
    });
  });
  return {
    ask: <T>(name: string, sent: object) =>
      new Promise<T>((resolve) => {
        asks += 1;
        asked.set(asks, resolve);
        link.send(`42${asks}${JSON.stringify([name, sent])}`);
      }),
    end: () => link.close(),
  };
}

/** A socket like the workstation's: signed in and joined to its conversation. */
export async function socketClient({ url, token, hospitalId, conversationId, senderType }: Seat): Promise<Client> {
  let received = 0;
  const { ask, end } = await socketIo(url, '/infra/im', { token, tenantId: hospitalId }, (name, event) => {
    if (name !== 'conversation:event') return;
    const { message } = event as { message?: { senderType: number } };
    if (message !== undefined && message.senderType !== senderType) received += 1;
  });
  const joined = await ask<{ ok: boolean }>('conversation:join', { conversationIds: [conversationId] });
  if (!joined.ok) throw new Error('not let into the conversation');
  return {
    async send() {
      const message = { clientMessageId: newMessageId(), conversationId, type: 101, content: words };
      const ack = await ask<{ ok: boolean }>('message:send', message);
      if (!ack.ok) throw new Error(`refused: ${JSON.stringify(ack)}`);
    },
    received: () => received,
    end,
  };
}

/** A socket of the echo server. */
export async function echoClient(url: string): Promise<Client> {
  const { ask, end } = await socketIo(url, '/socket.io', {}, () => {});
  return {
    async send() {
      const message = { clientMessageId: newMessageId(), conversationId: '1', type: 101, content: words };
      await ask('message:send', message);
    },
    received: () => 0,
    end,
  };
}

/** One of a pair of plain WebSockets. */
export async function rawClient(url: string, place: number, side: number): Promise<Client> {
  const link = new WebSocket(`${url}/${place}/${side}`, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => link.once('open', () => resolve()).once('error', reject));
  let received = 0;
  let acked = () => {};
  link.on('message', (data) => {
    if ('ack' in (JSON.parse(String(data)) as object)) acked();
    else received += 1;
  });
  return {
    send: () =>
      new Promise((resolve) => {
        acked = resolve;
        link.send(JSON.stringify({ clientMessageId: newMessageId(), content: words }));
      }),
    received: () => received,
    end: () => link.close(),
  };
}

export type Exchanged = { perSecond: number; p50: number; p99: number; received: number; sent: number };

/** All sockets send, one message in flight each; `paced` limits the total per second. */
export async function exchange(
  clients: readonly Client[],
  forMs: number,
  paced: number | null = null,
): Promise<Exchanged> {
  const times: number[] = [];
  const receivedBefore = clients.reduce((sum, { received }) => sum + received(), 0);
  const start = performance.now();
  const everyMs = paced === null ? 0 : (clients.length * 1_000) / paced;
  const sendUntilEnd = async ({ send }: Client, n: number) => {
    for (let turn = 0; performance.now() - start < forMs; turn += 1) {
      const due = start + everyMs * (turn + n / clients.length);
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      const since = performance.now();
      await send();
      times.push(performance.now() - since);
    }
  };
  await Promise.all(clients.map(sendUntilEnd));
  const tookMs = performance.now() - start;
  const expected = times.length;
  const received = () => clients.reduce((sum, client) => sum + client.received(), 0) - receivedBefore;
  for (let wait = 0; wait < 100 && received() < expected; wait += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: (expected * 1_000) / tookMs, p50: at(0.5), p99: at(0.99), received: received(), sent: expected };
}
