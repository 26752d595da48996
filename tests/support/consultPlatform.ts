import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import { limits } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation.ts';
import { UserType } from '../../server/accounts/caller.ts';
import { createIdentities } from '../../server/accounts/identities.ts';
import { endSessionsOf, openSession } from '../../server/accounts/sessions.ts';
import { activeSessions, expiryOf } from '../../server/accounts/socketSessions.ts';
import { readRuleTables } from '../../server/clinicalTables/tables.ts';
import { imEvent } from '../../server/db/schema/messages.ts';
import { createProxies } from '../../server/http/proxies.ts';
import type { RateLimits } from '../../server/http/rateLimits.ts';
import { createHttp } from '../../server/http/server.ts';
import { createGateway } from '../../server/im/gateway.ts';
import type { UnfinishedLimits } from '../../server/im/unfinishedHandshakes.ts';
import { createTokenBuckets } from '../../server/limits/tokenBuckets.ts';
import { createLog, type Log } from '../../server/log.ts';
import { createMessages } from '../../server/messages/messages.ts';
import type { Party } from '../../server/messages/party.ts';
import { messagesPlugin } from '../../server/messages/plugin.ts';
import { ordersPlugin } from '../../server/orders/plugin.ts';
import { createEnsureTrail } from '../../server/trail/ensureTrail.ts';
import { insertHospital } from './consultations.ts';
import { around, type TestDb } from './database.ts';
import { newMessageId } from './messageId.ts';
import { noLimits } from './noLimits.ts';
import { plainLinks } from './plainLinks.ts';

/** A person who can sign in, with their token. */
export type Member = { kind: 'staff' | 'patient'; hospitalId: string; id: string; name: string; token: string };

type Row = { id: string; name: string; tenantId?: string; hospitalId?: string };
type Reply = { code: number; msg: string; data: never };

const holderOf = ({ kind, id }: Pick<Member, 'kind' | 'id'>) => ({
  userType: kind === 'patient' ? UserType.patient : UserType.staff,
  userId: id,
});

/** The platform's consultation part over a database, with its HTTP calls and sockets, and a furnished hospital. */
export async function openConsultations(
  db: TestDb,
  clock: { now: number } = { now: Date.now() },
  {
    handshakeLimits = noLimits,
    onLookUp = () => {},
    log = createLog('silent'),
    trustedProxies = [],
    unfinishedLimits,
  }: {
    handshakeLimits?: RateLimits;
    onLookUp?: () => void;
    log?: Log;
    trustedProxies?: string[];
    unfinishedLimits?: UnfinishedLimits;
  } = {},
) {
  const now = () => clock.now;
  const { uow, bus, published } = around(db, now);
  const hospital = await insertHospital(db, { at: now() });
  const identify = createIdentities({ db, bus, now });
  const keyOf = (url: string) => /^\/files\/([^/?]+)/.exec(url)?.[1] ?? null;
  const socketPath = '/infra/im';
  const takeTokens = createTokenBuckets(now);
  const rate = { burst: limits.messageBurst, perSecond: limits.messagesPerSecond };
  const waitFor = ({ hospitalId, type, id }: Party) =>
    takeTokens({ uses: [{ key: `${hospitalId}/${type}/${id}`, rate }], cost: 1 });
  const messages = createMessages({ db, uow, bus, now, waitFor, keyOf, links: plainLinks });
  const hospitalState = async () => 'open' as const;
  const ensureTrail = createEnsureTrail({ uow });
  const app = await createHttp({
    apiPrefix: '/api',
    now,
    uow,
    log,
    publicOrigins: [],
    proxies: createProxies({ trusted: [], publicOrigins: [] }),
    rateLimits: noLimits,
    identify,
    hospitalState,
    registerPlugins(api) {
      api.register(ordersPlugin, {
        keyOf,
        links: plainLinks,
        ruleTables: readRuleTables(),
        nameOf: () => null,
      });
      api.register(messagesPlugin, { messages, socketPath });
    },
    idempotency: (_, work) => work(),
    ensureTrail,
  });
  const gateway = createGateway({
    server: app.server,
    path: socketPath,
    origins: ['https://listed.example'],
    proxies: createProxies({ trusted: trustedProxies, publicOrigins: [] }),
    ...(unfinishedLimits === undefined ? {} : { unfinishedLimits }),
    rateLimits: handshakeLimits,
    identify(token) {
      onLookUp();
      return identify(token);
    },
    hospitalState,
    bus,
    now,
    log,
    messages,
    uow,
    ensureTrail,
    expiryOf: (token) => expiryOf(db, token, now()),
    activeSessions: (ids) => activeSessions(db, ids, now()),
  });
  app.addHook('preClose', () => gateway.close());
  const links = new Set<Socket>();

  async function signedIn(kind: Member['kind'], { id, name, ...of }: Row): Promise<Member> {
    const hospitalId = of.tenantId ?? of.hospitalId ?? hospital.hospitalId;
    const from = { ip: '127.0.0.1', userAgent: 'test' };
    const issued = await uow.run(hospitalId, (tx) => openSession(tx, holderOf({ kind, id }), from, now()));
    return { kind, hospitalId, id, name, token: issued.accessToken };
  }

  /** Calls an operation as a member. */
  async function call(operation: Operation, as: Member | null, input: Record<string, unknown> = {}): Promise<Reply> {
    const isBody = operation.method === 'POST' || operation.method === 'PUT';
    const reply = await app.inject({
      method: operation.method,
      url: `/api${operation.path}`,
      headers: {
        'tenant-id': as?.hospitalId ?? hospital.hospitalId,
        'accept-language': 'en',
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      },
      ...(isBody ? { payload: input } : { query: input as Record<string, string> }),
    });
    return reply.json();
  }

  async function data<T = never>(operation: Operation, as: Member, input: Record<string, unknown> = {}): Promise<T> {
    const { code, msg, data } = await call(operation, as, input);
    if (code !== Code.ok) throw new Error(`${operation.path}: ${code} ${msg}`);
    return data;
  }

  async function listen(): Promise<string> {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  }

  /** A socket with this handshake that has neither connected nor failed. */
  async function socket(auth: object, options: object = {}): Promise<Socket> {
    const link = io(await listen(), {
      path: socketPath,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth,
      ...options,
    });
    links.add(link);
    return link;
  }

  /** A member's connected socket, recording received events. */
  async function connected(as: Member) {
    const link = await socket({ token: as.token, tenantId: as.hospitalId });
    const heard: { name: string; event: unknown }[] = [];
    link.onAny((name: string, event) => {
      heard.push({ name, event });
    });
    await new Promise<void>((resolve, reject) => link.once('connect', resolve).once('connect_error', reject));
    const ask = async (name: string, sent?: unknown): Promise<unknown> => link.timeout(5_000).emitWithAck(name, sent);
    const say = (conversationId: string, words: string, clientMessageId: string = newMessageId()) =>
      ask('message:send', { clientMessageId, conversationId, type: 101, content: JSON.stringify({ content: words }) });
    const events = (name: string) => heard.flatMap((one) => (one.name === name ? [one.event] : []));
    return { link, ask, say, heard, events };
  }

  const doctor = async (values: Parameters<typeof hospital.doctor>[0] = {}) =>
    signedIn('staff', await hospital.doctor(values));

  /** A running consultation: its doctor and its patient, signed in. */
  async function running() {
    const by = await doctor();
    const order = await hospital.order(OrderStatus.active, { doctor: by });
    return { ...order, doctor: by, patient: await signedIn('patient', order.patient) };
  }

  /** The same with both sides connected and joined. */
  async function together() {
    const order = await running();
    const [there, here] = [await connected(order.patient), await connected(order.doctor)];
    for (const { ask } of [there, here]) await ask('conversation:join', { conversationIds: [order.conversationId] });
    return { ...order, there, here };
  }

  return {
    app,
    hospital,
    gateway,
    published,
    clock,
    uow,
    call,
    data,
    socket,
    connected,
    listen,
    signedIn,
    doctor,
    running,
    together,
    /** Stored messages of a conversation. */
    rowsOf: (conversationId: string) => hospital.store.rows(imEvent, eq(imEvent.conversationId, conversationId)),
    patient: async (values: Parameters<typeof hospital.patient>[0] = {}) =>
      signedIn('patient', await hospital.patient(values)),
    /** Ends all sign-ins of a member, as a password change or an administrator does. */
    signOut: (member: Member) =>
      uow.run(member.hospitalId, (tx) => endSessionsOf(tx, holderOf(member), null, 'signed out', now())),
    async close() {
      for (const link of links) link.disconnect();
      await app.close();
    },
  };
}

export type Consultations = Awaited<ReturnType<typeof openConsultations>>;
