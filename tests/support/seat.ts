import { io, type Socket } from 'socket.io-client';
import { pullMessages } from '../../contract/extension/im.ts';
import { newMessageId } from './messageId.ts';

type Event = {
  conversationId: string;
  seq: number;
  kind: string;
  message?: { clientMessageId: string | null; content: string };
};
type Ack = { ok: boolean; seq?: number; why?: string };
type Options = { url: string; token: string; hospitalId: string; conversationId: string; name: string };

const resumeMs = 3_000;

/**
 * One side of a conversation, which does what the workstation does: it sends one message after the other, again with the
 * same id until it is acknowledged, applies events by number, and loads what it missed after each connection and at times.
 */
export function openSeat({ url, token, hospitalId, conversationId, name }: Options) {
  const link: Socket = io(url, {
    path: '/infra/im',
    transports: ['websocket'],
    forceNew: true,
    auth: { token, tenantId: hospitalId },
    reconnectionDelay: 100,
    reconnectionDelayMax: 1_000,
  });
  const applied: Event[] = [];
  const faults = { refused: [] as string[], foreign: [] as string[], twice: [] as string[] };
  const reconnects: number[] = [];
  const sent: string[] = [];
  let [coveredTo, droppedAt, isSending, isOver] = [0, 0, false, false];
  let live = 0;

  function apply(event: Event) {
    if (event.conversationId !== conversationId) return void faults.foreign.push(event.conversationId);
    if (event.seq <= coveredTo) return;
    coveredTo = event.seq;
    applied.push(event);
  }

  let pulling: Promise<void> | null = null;
  async function pullOnce() {
    for (;;) {
      const reply = await fetch(`${url}/api${pullMessages.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'tenant-id': hospitalId, authorization: `Bearer ${token}` },
        body: JSON.stringify({ cursors: { [conversationId]: coveredTo } }),
        signal: AbortSignal.timeout(10_000),
      }).catch(() => null);
      const { code, data } = reply?.ok ? ((await reply.json().catch(() => ({}))) as Pulled) : ({} as Pulled);
      if (code !== 200 || !data) {
        if (code === 429) faults.refused.push(`pull ${code}`);
        return;
      }
      for (const event of data.events) apply(event);
      coveredTo = Math.max(coveredTo, data.coveredTo[conversationId] ?? 0);
      if ((data.heads[conversationId] ?? 0) <= coveredTo) return;
    }
  }
  type Pulled = {
    code?: number;
    data?: { events: Event[]; coveredTo: Record<string, number>; heads: Record<string, number> };
  };
  function pull(): Promise<void> {
    pulling ??= pullOnce().finally(() => {
      pulling = null;
    });
    return pulling;
  }

  async function join() {
    const answer = await link
      .timeout(5_000)
      .emitWithAck('conversation:join', { conversationIds: [conversationId] })
      .catch(() => null);
    if (answer?.ok && answer.heads[conversationId] > coveredTo) await pull();
  }

  link.on('connect', () => {
    if (droppedAt > 0) reconnects.push(Date.now() - droppedAt);
    droppedAt = 0;
    void join();
  });
  link.on('disconnect', (reason) => {
    droppedAt = Date.now();
    if (reason === 'io server disconnect') faults.refused.push(reason);
  });
  // Socket.IO does not repeat a handshake that the server refused.
  link.on('connect_error', () => {
    if (!link.active) setTimeout(() => link.connect(), 200);
  });
  link.on('conversation:event', (event: Event) => {
    live += 1;
    if (event.seq === coveredTo + 1 || event.conversationId !== conversationId) apply(event);
    else if (event.seq > coveredTo) void pull();
  });
  const timer = setInterval(() => link.connected && void join(), resumeMs);

  async function say(text: string) {
    const clientMessageId = newMessageId();
    sent.push(clientMessageId);
    const message = { clientMessageId, conversationId, type: 101, content: JSON.stringify({ content: text }) };
    while (!isOver) {
      const ack: Ack | null = link.connected
        ? await link
            .timeout(4_000)
            .emitWithAck('message:send', message)
            .catch(() => null)
        : null;
      if (ack?.ok) return;
      if (ack) faults.refused.push(`${ack.why}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  return {
    link,
    say,
    /** Sends about every `everyMs` until `stopSending`. */
    async chatter(everyMs: number) {
      isSending = true;
      for (let n = 0; isSending; n += 1) {
        await say(`${name} ${n}`);
        await new Promise((resolve) => setTimeout(resolve, everyMs * (0.5 + Math.random())));
      }
    },
    stopSending() {
      isSending = false;
    },
    sent,
    applied,
    faults,
    reconnects,
    live: () => live,
    pull,
    close() {
      isOver = true;
      clearInterval(timer);
      link.disconnect();
    },
  };
}

export type Seat = ReturnType<typeof openSeat>;
