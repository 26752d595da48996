import { randomBytes } from 'node:crypto';
import type { OpenTransport } from './transport.ts';
import { pause } from './transport.ts';

/** What processes tell each other: a kind, and data that survives JSON. */
type Message = readonly [kind: string, data: unknown];
type Packet = { from: string; n: number; messages: Message[] };
type Listener = (data: never, from: string) => void;

type Needs = {
  open: OpenTransport;
  now?: () => number;
  warn: (what: string, fields?: Record<string, unknown>) => void;
  onFault: (cause: unknown) => void;
  /** Messages that wait while the transport is down. */
  maxWaiting?: number;
};

const maxMessages = 500;
const heartbeatMs = 2_000;
/** A process that is silent for this long has ended. */
const silenceMs = 10_000;
/** A process whose own heartbeat does not come back for this long hears nobody. */
const echoMs = silenceMs / 2;
const retryMs = 200;

const leaving = 'leaving';

/**
 * Connects this process with the others of its cluster. Sending never waits: messages of one turn of the event loop travel
 * in one packet, and while the transport is down a bounded number of them waits.
 */
export async function openLink({ open, now = () => performance.now(), warn, onFault, maxWaiting = 20_000 }: Needs) {
  const id = randomBytes(9).toString('base64url');
  const listeners = new Map<string, Set<Listener>>();
  const others = new Map<string, { heardAt: number }>();
  /** The last packet of each process that has not left, also of one that fell silent. */
  const heard = new Map<string, number>();
  const joined = new Set<(member: string) => void>();
  const left = new Set<(member: string) => void>();
  const missed = new Set<(member: string) => void>();
  let waiting: Message[] = [];
  let [isSending, isUp, isClosed] = [false, true, false];
  let sentPackets = 0;
  let [echoAt, reconnectedAt] = [now(), now()];

  function guarded(work: () => void) {
    try {
      work();
    } catch (cause) {
      onFault(cause);
    }
  }

  function forget(member: string) {
    if (others.delete(member)) for (const listener of left) guarded(() => listener(member));
  }

  function receive(text: string) {
    const { from, n, messages } = JSON.parse(text) as Packet;
    if (from === id) {
      echoAt = now();
      return;
    }
    const last = heard.get(from) ?? null;
    if (last !== null && n <= last) return;
    const isKnown = others.has(from);
    heard.set(from, n);
    others.set(from, { heardAt: now() });
    if (!isKnown) for (const listener of joined) guarded(() => listener(from));
    if (last !== null && n > last + 1) for (const listener of missed) guarded(() => listener(from));
    for (const [kind, data] of messages) {
      if (kind === leaving) {
        forget(from);
        heard.delete(from);
      }
      for (const listener of listeners.get(kind) ?? []) guarded(() => listener(data as never, from));
    }
  }

  const transport = await open((packet) => guarded(() => receive(packet)));

  async function sendPacket(messages: Message[]) {
    sentPackets += 1;
    const packet = JSON.stringify({ from: id, n: sentPackets, messages } satisfies Packet);
    for (;;)
      try {
        await transport.send(packet);
        if (!isUp) warn('the processes are connected again');
        isUp = true;
        return;
      } catch (cause) {
        if (isClosed) return;
        if (isUp) warn('the processes are not connected', { reason: cause instanceof Error ? cause.name : 'unknown' });
        isUp = false;
        await pause(retryMs);
      }
  }

  async function drain() {
    while (waiting.length > 0) await sendPacket(waiting.splice(0, maxMessages));
    isSending = false;
  }

  function send(kind: string, data: unknown): void {
    if (isClosed) return;
    if (waiting.length >= maxWaiting) {
      waiting = [];
      // The others notice that a packet is missing.
      sentPackets += 1;
      warn('the processes were not connected for too long; what waited is dropped, and clients load it');
    }
    waiting.push([kind, data]);
    if (isSending) return;
    isSending = true;
    setImmediate(() => void drain());
  }

  function connectAgain() {
    if (now() - reconnectedAt <= echoMs) return;
    reconnectedAt = now();
    warn('what this process sends to the others does not arrive; it connects again');
    transport.reconnect();
  }

  const heartbeat = setInterval(() => {
    if (isUp) send('alive', null);
    // Without an echo this process concludes nothing about the others.
    if (now() - echoAt > echoMs) return connectAgain();
    for (const [member, { heardAt }] of others) if (now() - heardAt > silenceMs) forget(member);
  }, heartbeatMs).unref();

  // The others learn at once that this process is there.
  send('alive', null);
  return {
    id,
    send,
    /** Sends what is worthless later; drops it while the transport is down. */
    sendVolatile(kind: string, data: unknown): void {
      if (isUp) send(kind, data);
    },
    on<Data>(kind: string, listener: (data: Data, from: string) => void): void {
      const known = listeners.get(kind) ?? new Set();
      listeners.set(kind, known.add(listener as Listener));
    },
    /** Called for each process that is or will be there. */
    onJoined(listener: (member: string) => void): void {
      joined.add(listener);
      // Some were heard while this one connected, before anybody could listen.
      for (const member of others.keys()) guarded(() => listener(member));
    },
    onLeft: (listener: (member: string) => void) => void left.add(listener),
    /** Called when packets of a process did not arrive: its transport was down, or it dropped what waited for too long. */
    onMissed: (listener: (member: string) => void) => void missed.add(listener),
    others: () => others.size,
    isUp: () => isUp,
    waiting: () => waiting.length,
    /** Whether what this process sends arrives, what waits, and when its own heartbeat came back. */
    state() {
      const heartbeatAgeMs = now() - echoAt;
      return { connected: isUp && heartbeatAgeMs <= echoMs, waiting: waiting.length, heartbeatAgeMs };
    },
    /** Sends what waits and leaves the cluster. */
    async close() {
      clearInterval(heartbeat);
      send(leaving, null);
      for (let waitedMs = 0; isSending && isUp && waitedMs < 1_000; waitedMs += 10) await pause(10);
      isClosed = true;
      await transport.close();
    },
  };
}

export type Link = Awaited<ReturnType<typeof openLink>>;
