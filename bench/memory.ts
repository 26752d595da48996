import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { MessageType } from '../contract/im.ts';
import { demoPassword } from '../server/demo/hospitals.ts';
import { newMessageId } from '../tests/support/messageId.ts';
import { startPlatform } from '../tests/support/platform.ts';
import { amount } from './amounts.ts';
import { table } from './results.ts';

const budgetMiB = 450;
/** Sooner than an access token expires. */
const signInAgainMs = 20 * 60_000;
const minutes = Number(process.env.MINUTES ?? amount(60, 0.05));

/** Resident and proportional memory of a process in MiB, from Linux's /proc. */
function memoryOf(pid: number): { rss: number; pss: number; peak: number } {
  const kib = (file: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1]) / 1024;
  return { rss: kib('status', 'VmRSS'), pss: kib('smaps_rollup', 'Pss'), peak: kib('status', 'VmHWM') };
}

type Envelope<Data> = { code: number; msg: string; data: Data };

/** A doctor of the demonstration hospital with one running consultation, who writes, searches and opens lists. */
async function doctorAtWork(url: string) {
  const headers: Record<string, string> = { 'tenant-id': '1', 'content-type': 'application/json' };
  const call = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { code, msg, data } = (await reply.json()) as Envelope<Data>;
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
  const { accessToken } = await call<{ accessToken: string }>('POST', '/doctor/auth/login', {
    username: 'doctor01',
    password: demoPassword,
  });
  headers.authorization = `Bearer ${accessToken}`;
  const waiting = await call<{ id: string; version: number; status: number; conversationId: string }[]>(
    'GET',
    '/consult/consult-cloud/awaitList',
  );
  const running = waiting.find(({ status }) => status === 2) ?? waiting[0];
  if (!running) throw new Error('nobody waits');
  const socket = io(url, { path: '/infra/im', transports: ['websocket'], auth: { token: accessToken, tenantId: '1' } });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  await socket.emitWithAck('conversation:join', { conversationIds: [running.conversationId] });
  let sent = 0;
  return {
    async step() {
      const ack = (await socket.timeout(10_000).emitWithAck('message:send', {
        conversationId: running.conversationId,
        clientMessageId: newMessageId(),
        type: MessageType.text,
        content: JSON.stringify({ content: `line ${++sent}` }),
      })) as { ok: boolean };
      if (!ack.ok && sent === 1) throw new Error(`the message was refused: ${JSON.stringify(ack)}`);
      await call('GET', '/consult/consult-cloud/awaitList');
      if (sent % 6 === 1)
        await call('GET', `/doctor/disease/western/page?pageSize=20&name=${encodeURIComponent('肺炎')}`);
    },
    close: () => socket.close(),
  };
}

/** Memory of the platform with the embedded database after its first start, with one doctor online for an hour. */
export async function memoryBench(): Promise<string> {
  if (process.platform !== 'linux') return 'Not measured: the figures come from /proc.';
  const platform = await startPlatform();
  const rows: string[][] = [];
  const note = (when: string) => {
    const { rss, pss, peak } = memoryOf(platform.pid());
    console.log(`${when}: ${rss.toFixed(0)} MiB resident`);
    rows.push([when, rss.toFixed(0), pss.toFixed(0), peak.toFixed(0)]);
    return rss;
  };
  note('serving, just created and seeded');
  let doctor = await doctorAtWork(platform.url);
  let signedInAt = Date.now();
  const began = Date.now();
  let last = 0;
  for (const minute of [1, 10, 30, 60].filter((one) => one < minutes).concat(minutes)) {
    while (Date.now() - began < minute * 60_000) {
      if (Date.now() - signedInAt > signInAgainMs) {
        doctor.close();
        doctor = await doctorAtWork(platform.url);
        signedInAt = Date.now();
      }
      await doctor.step();
      await wait(amount(5_000, 500));
    }
    last = note(`after ${minute} min`);
  }
  doctor.close();
  await platform.stop();
  const verdict = `${last.toFixed(0)} MiB after ${minutes} min, budget ${budgetMiB}: ${last <= budgetMiB ? 'met' : 'OVER'}.`;
  return `${table(['one doctor online, a message and a look at the list every 5 s', 'RSS MiB', 'PSS MiB', 'peak MiB'], rows)}\n\n${verdict}`;
}
