import type { AddressInfo } from 'node:net';
import { of, Subscription } from 'rxjs';
import { type Api, catalogue } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation.ts';
import { createProxies } from '../../server/http/proxies.ts';
import { createGateway } from '../../server/im/gateway.ts';
import { createLog } from '../../server/log.ts';
import { createEnsureTrail } from '../../server/trail/ensureTrail.ts';
import { openLink } from '../../src/compose/adapters/link.ts';
import type { openTestDatabase } from './database.ts';
import type { Hospital, Member } from './hospital.ts';
import { noLimits } from './noLimits.ts';

const path = '/infra/im';
const log = () => {};
const closing: (() => void)[] = [];

/** Closes the links that a test has opened. */
export function closeWorkstations() {
  for (const close of closing.splice(0).reverse()) close();
}

/** The parts of a window that a link and storage use. */
export const fakeWindow = () => {
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval };
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  return Object.assign(new EventTarget(), timers, { document, crypto }) as unknown as Window & typeof globalThis;
};

type Who = { readonly hospitalId: string; readonly token: string };

/** Where the platform is; a call without an answer within `answerMs` counts as failed. */
type Line = { readonly url: string; readonly answerMs?: number };

/** A person's link and API calls through the fault proxy. */
export function openWorkstation({ url, answerMs = 2_000 }: Line, { hospitalId, token }: Who) {
  async function call({ method, path, reply }: Operation, input: object) {
    try {
      const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
      const answer = await fetch(`${url}/api${path}?${query}`, {
        method,
        signal: AbortSignal.timeout(answerMs),
        headers: { 'tenant-id': hospitalId, authorization: `Bearer ${token}` },
      });
      const { data } = (await answer.json()) as { data: unknown };
      return { ok: true, data: reply.parse(data) };
    } catch {
      return { ok: false, failure: { kind: 'network', code: null, message: 'no link', data: null } };
    }
  }
  const api = Object.fromEntries(
    Object.entries(catalogue).map(([name, operation]) => [name, (input: object) => call(operation, input)]),
  ) as unknown as Api;
  const socket = openLink({
    url,
    path,
    window: fakeWindow(),
    log,
    ackTimeoutMs: 1_000,
    silenceMs: 18_000,
    credentials: () => ({ token, hospitalId }),
    renew: async () => true,
    revoked: () => {},
  });
  const scope = new Subscription();
  closing.push(() => {
    scope.unsubscribe();
    socket.close();
  });
  return { api, socket, scope, visible$: of(true) };
}

type Database = Awaited<ReturnType<typeof openTestDatabase>>;

/** Serves a hospital's calls and its socket; a person's token is their id. Returns the port. */
export async function serveLive(database: Database, hospital: Hospital, people: ReadonlyMap<string, Member>) {
  createGateway({
    server: hospital.app.server,
    path,
    origins: [],
    proxies: createProxies({ trusted: [], publicOrigins: [] }),
    rateLimits: noLimits,
    bus: database.bus,
    now: Date.now,
    log: createLog('silent'),
    hospitalState: async () => 'open',
    identify: async (token) => {
      const found = people.get(token);
      const more = { operatesPlatform: false, sessionId: '1', userType: 2 } as const;
      return found ? { ...found, ...more, kind: 'staff', userId: found.id } : null;
    },
    expiryOf: async () => Date.now() + 3_600_000,
    activeSessions: async (ids) =>
      new Map(ids.map((id) => [id, { role: people.get(id)?.isAuditor ? ('auditor' as const) : ('doctor' as const) }])),
    uow: database.uow,
    ensureTrail: createEnsureTrail({ uow: database.uow }),
    // No messages are sent here.
    messages: {} as never,
  });
  await hospital.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = hospital.app.server.address() as AddressInfo;
  return port;
}
