import 'fake-indexeddb/auto';
import { randomBytes, randomUUID } from 'node:crypto';
import { type Observable, of, Subscription } from 'rxjs';
import { afterAll, afterEach, beforeAll } from 'vitest';
import * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { Api } from '../../contract/catalogue.ts';
import { queryImMessages } from '../../contract/http/im.ts';
import { ConversationId } from '../../contract/ids.ts';
import { ImMessage } from '../../contract/im.ts';
import { uuidv7 } from '../../contract/uuidv7.ts';
import { openLink } from '../../src/compose/adapters/link.ts';
import { openMessages } from '../../src/compose/adapters/messages.ts';
import type { OutboxMessage } from '../../src/domain/outgoing.ts';
import type { Timeline } from '../../src/domain/timeline.ts';
import type { Inspection } from '../../src/machines/actors.ts';
import type { TabChannel } from '../../src/services/crossTab.ts';
import { openVault } from '../../src/services/openVault.ts';
import { type Consultations, type Member, openConsultations } from './consultPlatform.ts';
import { openTestDatabase } from './database.ts';
import { type FaultProxy, faultProxy } from './faultProxy.ts';

/** Lead of the doctor's machine clock over the platform's, in ms. */
export const machineAheadMs = 3_600_000;

export const soon = { timeout: 15_000, interval: 50 };

const Kept = z.object({ clientMessageId: z.string() });

const fakeWindow = () => {
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval };
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  return Object.assign(new EventTarget(), timers, { document: page }) as unknown as Window;
};

/** The HTTP call that messages need, over the same line as the socket. */
const callsOf = ({ token, hospitalId }: Member, url: () => string) => {
  const query: Api['queryImMessages'] = async (input) => {
    const failed = { ok: false, failure: { kind: 'network', code: null, message: 'no link', data: null } } as const;
    try {
      const reply = await fetch(`${url()}/api${queryImMessages.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'tenant-id': hospitalId, authorization: `Bearer ${token}` },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(2_000),
      });
      const { data } = (await reply.json()) as { data: unknown };
      return { ok: true, data: queryImMessages.reply.parse(data) };
    } catch {
      return failed;
    }
  };
  return { queryImMessages: query } as unknown as Api;
};

export const texts = ({ messages }: Timeline) =>
  messages.map(({ body, delivery }) => {
    const text = body.kind === 'text' ? body.text : body.kind;
    return delivery && delivery.state !== 'sent' ? `${text} (${delivery.state})` : text;
  });

/** A platform behind a fault proxy for the tests of one file, and doctors' tabs that talk to it. */
export function messageLinkSuite() {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let platform: Consultations;
  let proxy: FaultProxy;
  let ownPort: number;
  let port: number;
  const closing: (() => void)[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    platform = await openConsultations(database.db, {
      get now() {
        return Date.now();
      },
    });
    ownPort = Number(new URL(await platform.listen()).port);
    port = ownPort;
    proxy = await faultProxy({ target: () => ({ host: '127.0.0.1', port }), seed: 7 });
  }, 60_000);
  afterEach(() => {
    port = ownPort;
    proxy.heal();
    for (const close of closing.splice(0).reverse()) close();
  });
  afterAll(async () => {
    await proxy?.close();
    await platform?.close();
    await database?.close();
  });

  /** Tabs of one browser with a shared channel. */
  function browser(as: Member, running: readonly ConversationId[]) {
    const listeners = new Set<(message: OutboxMessage) => void>();
    const owner = randomUUID();

    return function openTab(isLeader$: Observable<boolean> = of(true), inspection: Inspection = {}) {
      const scope = new Subscription();
      const mine = new Set<(message: OutboxMessage) => void>();
      const channel: TabChannel<OutboxMessage> = {
        post: (message) => {
          for (const listener of listeners)
            if (!mine.has(listener)) setTimeout(() => listener(structuredClone(message)));
        },
        listen(listener) {
          mine.add(listener);
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        close() {},
      };
      const log = () => {};
      const socket = openLink({
        url: proxy.url,
        path: '/infra/im',
        window: fakeWindow(),
        log,
        ackTimeoutMs: 1_000,
        silenceMs: 18_000,
        credentials: () => ({ token: as.token, hospitalId: as.hospitalId }),
        renew: async () => true,
        revoked: () => {},
      });
      const vault = openVault({ crypto, indexedDB, page: null, owner, log });
      const { inbox, outbox } = openMessages(
        {
          inspection,
          api: callsOf(as, () => proxy.url),
          socket,
          vault,
          drafts: { handOver: (_, keep) => keep() },
          isLeader$,
          channel,
          running$: of(running),
          newId: uuidv7({ now: Date.now, randomBytes }),
          now: Date.now,
          platformNow: () => Date.now() - machineAheadMs,
          random: Math.random,
        },
        scope,
      );
      const close = () => {
        scope.unsubscribe();
        socket.close();
        vault.close();
      };
      closing.push(close);
      const storedIds = async () => (await vault.all('outgoing', Kept)).map(({ clientMessageId }) => clientMessageId);
      const unstoredCount = async () => {
        const ids = await storedIds();
        return running.flatMap(outbox.unsent).filter(({ clientMessageId }) => !ids.includes(clientMessageId)).length;
      };
      return { inbox, outbox, close, unstoredCount, storedCount: async () => (await storedIds()).length };
    };
  }

  async function consultation(doctor: Member) {
    const order = await platform.hospital.order(OrderStatus.active, { doctor });
    const patient = await platform.signedIn('patient', order.patient);
    return { id: ConversationId.parse(order.conversationId), patient };
  }

  /** The platform’s stored messages, read without the proxy. */
  async function rows(as: Member, conversationId: string): Promise<string[]> {
    const data = await platform.data<{ list: unknown[] }>(queryImMessages, as, { conversationId, limit: 200 });
    return data.list.map((row) => JSON.parse(ImMessage.parse(row).content).content);
  }

  /** Points the proxy at another platform on the same database, with a clock that the test controls. */
  async function platformAt(clock: { now: number }) {
    const other = await openConsultations(database.db, clock);
    closing.push(() => void other.close());
    port = Number(new URL(await other.listen()).port);
    return other;
  }

  return {
    get platform() {
      return platform;
    },
    get proxy() {
      return proxy;
    },
    browser,
    consultation,
    rows,
    platformAt,
  };
}
