import { WebSocket } from 'ws';
import { newMessageId } from '../../tests/support/messageId.ts';

/** A socket that sends and resolves on acknowledgement; `heard` counts messages received from others. */
export type Talker = { say(): Promise<void>; heard(): number; end(): void };

const words = JSON.stringify({ content: 'I have had a headache since Monday, mostly in the evening.' });

type Seat = { url: string; token: string; tenantId: string; conversationId: string; senderType: number };

type Handshake = { token?: string; tenantId?: string };

/**
 * A minimal Socket.IO client over a plain WebSocket. It does as little as the plain one, so that servers are compared
 * and not their clients (socket.io-client takes about three times as long per message).
 */
async function socketIo(url: string, path: string, auth: Handshake, told: (name: string, event: unknown) => void) {
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
      const said = JSON.parse(frame.slice(start)) as [unknown, unknown];
      if (frame.startsWith('42')) return told(String(said[0]), said[1]);
      const id = Number(frame.slice(2, start));
      asked.get(id)?.(said[0] as never);
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
export async function socketTalker({ url, token, tenantId, conversationId, senderType }: Seat): Promise<Talker> {
  let heard = 0;
  const { ask, end } = await socketIo(url, '/infra/im', { token, tenantId }, (name, event) => {
    if (name !== 'conversation:event') return;
    const { message } = event as { message?: { senderType: number } };
    if (message !== undefined && message.senderType !== senderType) heard += 1;
  });
  const joined = await ask<{ ok: boolean }>('conversation:join', { conversationIds: [conversationId] });
  if (!joined.ok) throw new Error('not let into the conversation');
  return {
    async say() {
      const message = { clientMessageId: newMessageId(), conversationId, type: 101, content: words };
      const ack = await ask<{ ok: boolean }>('message:send', message);
      if (!ack.ok) throw new Error(`refused: ${JSON.stringify(ack)}`);
    },
    heard: () => heard,
    end,
  };
}

/** A socket of the echo server. */
export async function echoTalker(url: string): Promise<Talker> {
  const { ask, end } = await socketIo(url, '/socket.io', {}, () => {});
  return {
    async say() {
      const message = { clientMessageId: newMessageId(), conversationId: '1', type: 101, content: words };
      await ask('message:send', message);
    },
    heard: () => 0,
    end,
  };
}

/** One of a pair of plain WebSockets. */
export async function rawTalker(url: string, place: number, side: number): Promise<Talker> {
  const link = new WebSocket(`${url}/${place}/${side}`, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => link.once('open', () => resolve()).once('error', reject));
  let heard = 0;
  let acked = () => {};
  link.on('message', (data) => {
    if ('ack' in (JSON.parse(String(data)) as object)) acked();
    else heard += 1;
  });
  return {
    say: () =>
      new Promise((resolve) => {
        acked = resolve;
        link.send(JSON.stringify({ clientMessageId: newMessageId(), content: words }));
      }),
    heard: () => heard,
    end: () => link.close(),
  };
}

export type Spoken = { perSecond: number; p50: number; p99: number; heard: number; said: number };

/** All sockets send, one message in flight each; `paced` limits the total per second. */
export async function speak(talkers: readonly Talker[], forMs: number, paced: number | null = null): Promise<Spoken> {
  const times: number[] = [];
  const heardBefore = talkers.reduce((sum, { heard }) => sum + heard(), 0);
  const start = performance.now();
  const everyMs = paced === null ? 0 : (talkers.length * 1_000) / paced;
  const lane = async ({ say }: Talker, n: number) => {
    for (let turn = 0; performance.now() - start < forMs; turn += 1) {
      const due = start + everyMs * (turn + n / talkers.length);
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      const since = performance.now();
      await say();
      times.push(performance.now() - since);
    }
  };
  await Promise.all(talkers.map(lane));
  const tookMs = performance.now() - start;
  const expected = times.length;
  const heard = () => talkers.reduce((sum, talker) => sum + talker.heard(), 0) - heardBefore;
  for (let wait = 0; wait < 100 && heard() < expected; wait += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: (expected * 1_000) / tookMs, p50: at(0.5), p99: at(0.99), heard: heard(), said: expected };
}
