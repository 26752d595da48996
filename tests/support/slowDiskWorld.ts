import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { acceptOrder } from '../../contract/extension/consult.ts';
import { pullMessages } from '../../contract/extension/im.ts';
import { patientLogin, patientOrders } from '../../contract/extension/patient.ts';
import { login } from '../../contract/http/auth.ts';
import { awaitList } from '../../contract/http/consult.ts';
import type { Operation } from '../../contract/operation.ts';
import { boundary, formWith } from './callRequests.ts';
import { copyFolder } from './dataFolder.ts';
import type { Uploaded } from './filesSuite.ts';
import { createHangingDisk } from './hangingDisk.ts';
import { startPlatform } from './platform.ts';
import { demoPassword } from './signIn.ts';

type Answered<T> = { code: number; msg: string; data: T };
type Order = { id: string; status: number; conversationId: string };

/** A refusal comes after ten seconds; a busy machine needs a few more. */
export const refusalMs = 20_000;
const form = `multipart/form-data; boundary=${boundary}`;

/** The demonstration hospital on a disk with faults, and its first doctor signed in. */
export async function openDiskWorld(seededFolder: string, faults: Readonly<Record<string, string>>) {
  const env = { ...faults, LIMIT_FACTOR: '0' };
  const platform = await startPlatform({ dataFolder: copyFolder(seededFolder), env });
  const headersFor = (token: string, type: string) => ({
    ...{ 'tenant-id': '1', 'accept-language': 'en', 'content-type': type },
    ...(token && { authorization: `Bearer ${token}` }),
  });
  async function send<T>(method: string, path: string, token: string, body?: Buffer, type = 'application/json') {
    const reply = await fetch(`${platform.url}/api${path}`, {
      method,
      headers: headersFor(token, type),
      ...(body && { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(refusalMs),
    });
    return (await reply.json()) as Answered<T>;
  }
  const answerOf = <T>({ method, path }: Operation, input: object, token: string) =>
    send<T>(method, path, token, method === 'GET' ? undefined : Buffer.from(JSON.stringify(input)));
  const call = async <T>(operation: Operation, input: object, token: string) =>
    (await answerOf<T>(operation, input, token)).data;
  const signIn = async (username: string) =>
    (await call<{ accessToken: string }>(login, { username, password: demoPassword }, '')).accessToken;
  const doctor = await signIn('doctor01');
  const waitingOrders = () => call<Order[]>(awaitList, {}, doctor);

  /** The consultation of a waiting patient, which the doctor accepts. */
  async function consultation() {
    const waiting = (await waitingOrders()).filter(({ status }) => status === 10);
    for (let n = 1; n < 30; n += 1) {
      const who = { mobile: `139000000${String(n).padStart(2, '0')}`, password: demoPassword };
      const { accessToken: token } = await call<{ accessToken: string }>(patientLogin, who, '');
      const orders = await call<Order[]>(patientOrders, {}, token);
      const own = waiting.find(({ id }) => orders.some((order) => order.id === id));
      if (!own) continue;
      await call(acceptOrder, { id: own.id }, doctor);
      return { token, conversationId: own.conversationId };
    }
    throw new Error('nobody waits');
  }

  /** The client's ids of a conversation's messages, in order. */
  async function messagesOf(conversationId: string, token: string): Promise<string[]> {
    const ids: string[] = [];
    for (let after = 0; ; ) {
      type Pulled = { events: { seq: number; message?: { clientMessageId: string | null } }[] };
      const { events } = await call<Pulled>(pullMessages, { cursors: { [conversationId]: after } }, token);
      if (events.length === 0) return ids;
      for (const { message } of events) if (message?.clientMessageId) ids.push(message.clientMessageId);
      after = events.at(-1)?.seq ?? after;
    }
  }

  return {
    platform,
    call: answerOf,
    messagesOf,
    doctor,
    signIn,
    waitingOrders,
    consultation,
    get: <T>(path: string) => send<T>('GET', path, doctor),
    upload: <T = Uploaded>(content: Buffer, path = '/infra/file/upload') =>
      send<T>('POST', path, doctor, formWith('report.pdf', content), form),
    /** An upload whose content the test sends, between its beginning and its end. */
    beginUpload() {
      const [begin, end] = formWith('report.pdf', Buffer.from('*')).toString('latin1').split('*') as [string, string];
      const sending = request(`${platform.url}/api/infra/file/upload`, {
        method: 'POST',
        headers: headersFor(doctor, form),
      });
      sending.write(begin);
      return { sending, end };
    },
    download: (url: string) =>
      fetch(new URL(url, platform.url), {
        headers: { 'accept-language': 'en' },
        signal: AbortSignal.timeout(refusalMs),
      }),
    /** The names of the files in a folder of the stored files. */
    names: (folder = '') =>
      readdirSync(join(platform.dataFolder, 'files', folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.stored'))
        .map(({ name }) => name),
    async close(): Promise<void> {
      await platform.stop();
    },
  };
}

/** The same on a disk that can hang. */
export async function openSlowDiskWorld(seededFolder: string) {
  const disk = createHangingDisk();
  const world = await openDiskWorld(seededFolder, disk.env);
  return {
    ...world,
    disk,
    async close() {
      disk.release();
      await world.close();
      disk.remove();
    },
  };
}

export type SlowDiskWorld = Awaited<ReturnType<typeof openSlowDiskWorld>>;
