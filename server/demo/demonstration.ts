import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { DemoPatients } from './demoPatients.ts';
import { faultLine } from './faults/faultLine.ts';
import { dropAcks, dropEvents, repeatEvents, reverseEvents, withholdEvents } from './faults/frameHooks.ts';
import { createRefusals } from './faults/refusals.ts';

/** The platform's clock, which a demonstration may set. */
export function createDemoClock(now: () => number) {
  let aheadMs = 0;
  return {
    now: () => now() + aheadMs,
    move(byMs: number) {
      aheadMs += byMs;
    },
    right() {
      aheadMs = 0;
    },
  };
}

type Needs = {
  server: Server;
  apiPrefix: string;
  clock: ReturnType<typeof createDemoClock>;
  patients: () => DemoPatients | null;
  /** Ends this process; the launcher starts another one. */
  restart: () => void;
  /** How long a cut line and a busy platform last. */
  lastsMs?: number;
};

type Act = {
  name: string;
  label: string;
  group: 'Line' | 'Answers' | 'Platform' | 'Patients';
  run: () => void;
  /** It goes on until the line is healed. */
  lasts?: true;
};

const hourMs = 3_600_000;

/** Whether these bytes begin a call of the demonstration, which no fault of the line may keep away. */
const isOwnCall = (bytes: Buffer) => /^(GET|POST) \/demonstration[./]/.test(bytes.toString('latin1', 0, 32));

/** Takes over what listens to an event of the server; the result calls it. */
function takeOver<A extends unknown[]>(server: EventEmitter, event: string, listener: (...args: A) => void) {
  const before = server.listeners(event) as ((...args: A) => void)[];
  server.removeAllListeners(event);
  server.on(event, listener as (...args: unknown[]) => void);
  return (...args: A) => {
    for (const one of before) one.apply(server, args);
  };
}

/**
 * Faults and patients at a button, for the workbench of a demonstration. Every connection passes a line with faults; the
 * calls `GET /demonstration.json` and `POST /demonstration/NAME` are spared them, and are answered before the platform sees them.
 */
export async function openDemonstration(needs: Needs): Promise<{ close(): void }> {
  const { server, apiPrefix, clock, patients, restart, lastsMs = 10_000 } = needs;
  const inner = createServer({ allowHalfOpen: true });
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  const target = () => ({ host: '127.0.0.1', port: (inner.address() as AddressInfo).port });
  const line = faultLine({ target, spares: isOwnCall });
  const serveSocket = takeOver(server, 'connection', (socket: Socket) => line.accept(socket));
  inner.on('connection', (socket) => serveSocket(socket));
  const refusals = createRefusals({ apiPrefix, now: Date.now });

  let active: string | null = null;
  let healing: NodeJS.Timeout | undefined;
  let release = () => {};
  function withhold() {
    const withheld = withholdEvents();
    release = withheld.release;
    line.frames(withheld.hook);
  }
  function heal() {
    clearTimeout(healing);
    active = null;
    line.heal();
    release();
  }
  function cut() {
    line.refuse();
    line.reset();
    healing = setTimeout(heal, lastsMs).unref();
  }
  const seconds = lastsMs / 1_000;
  const acts: readonly Act[] = [
    { name: 'cut', label: `Cut for ${seconds} s`, group: 'Line', run: cut, lasts: true },
    { name: 'halfOpen', label: 'Half-open', group: 'Line', run: () => line.hang('webSocket') },
    {
      name: 'slow',
      label: 'Slow',
      group: 'Line',
      run: () => line.shape({ latencyMs: 750, jitterMs: 250, bitsPerSecond: 400_000 }),
      lasts: true,
    },
    { name: 'duplicate', label: 'Duplicate', group: 'Line', run: () => line.frames(repeatEvents(2)), lasts: true },
    { name: 'lostPushes', label: 'Lost pushes', group: 'Line', run: () => line.frames(dropEvents()), lasts: true },
    {
      name: 'disorder',
      label: 'Pushes reversed',
      group: 'Line',
      run: () => line.frames(reverseEvents(3)),
      lasts: true,
    },
    { name: 'withhold', label: 'Pushes late', group: 'Line', run: withhold, lasts: true },
    { name: 'lostAnswers', label: 'Lost answers', group: 'Line', run: () => line.frames(dropAcks()), lasts: true },
    { name: 'heal', label: 'Heal', group: 'Line', run: () => {} },
    { name: 'unauthorised', label: '401 once', group: 'Answers', run: refusals.unauthoriseNext },
    { name: 'busy', label: `429 for ${seconds} s`, group: 'Answers', run: () => refusals.beBusy(lastsMs) },
    { name: 'restart', label: 'Restart', group: 'Platform', run: restart },
    { name: 'clockAhead', label: 'Clock + 1 h', group: 'Platform', run: () => clock.move(hourMs) },
    { name: 'clockBehind', label: 'Clock − 1 h', group: 'Platform', run: () => clock.move(-hourMs) },
    { name: 'clockRight', label: 'Clock right', group: 'Platform', run: clock.right },
    { name: 'oneMore', label: 'One more', group: 'Patients', run: () => patients()?.ask('oneMore') },
    { name: 'reply', label: 'Next reply', group: 'Patients', run: () => patients()?.ask('reply') },
    { name: 'disconnect', label: 'Disconnect', group: 'Patients', run: () => patients()?.ask('disconnect') },
  ];

  function answerState(response: ServerResponse): void {
    const listed = acts.map(({ name, label, group }) => ({ name, label, group }));
    response
      // A fault of the line comes after the answer, which would otherwise be lost with its connection.
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' })
      .end(JSON.stringify({ acts: listed, active: active === null ? [] : [active] }));
  }

  /** Answers the calls of the demonstration; false for all others. */
  function answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
    // Pages of other sites may not press the buttons.
    if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return false;
    if (method === 'GET' && url === '/demonstration.json') {
      answerState(response);
      return true;
    }
    const act = acts.find(({ name }) => method === 'POST' && url === `/demonstration/${name}`);
    if (!act) return false;
    if (act.group === 'Line') heal();
    if (act.lasts) active = act.name;
    response.on('close', act.run);
    answerState(response);
    return true;
  }

  const serveRequest = takeOver(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response) && !refusals.refuse(request, response)) serveRequest(request, response);
  });

  return {
    close() {
      clearTimeout(healing);
      line.reset();
      inner.close();
    },
  };
}
