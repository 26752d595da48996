import { Subject } from 'rxjs';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Code } from '../../contract/envelope.ts';
import { acceptOrder, finishOrder } from '../../contract/extension/consult.ts';
import { setDuty } from '../../contract/extension/duty.ts';
import { patientLogin } from '../../contract/extension/patient.ts';
import { login } from '../../contract/http/auth.ts';
import { awaitList, orderDetail } from '../../contract/http/consult.ts';
import { queryImMessages } from '../../contract/http/im.ts';
import { type ConversationId, OrderId } from '../../contract/ids.ts';
import { ConversationEvent } from '../../contract/im.ts';
import { calls, Refused } from '../../simulator/calls.ts';
import { chanceFrom } from '../../simulator/chance.ts';
import type { PatientCommand } from '../../simulator/commands.ts';
import { runCrowd } from '../../simulator/crowd.ts';
import { openPhone } from '../../simulator/phone.ts';
import { newMessageId } from '../support/messageId.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
}, 60_000);
afterAll(() => platform?.stop(), 30_000);

const crowd = (more: object) => ({
  url: platform.url,
  hospitalId: '1',
  password: 'Cloudroom2026',
  answers: false,
  newcomers: 0,
  keepsComing: false,
  mobiles: Array.from({ length: 60 }, (_, n) => `139${String(n + 1).padStart(8, '0')}`),
  atLeastWaiting: 0,
  chance: chanceFrom(7),
  pace: 0.01,
  habits: { patienceMs: null, dropsLink: 0.3 },
  signal: new AbortController().signal,
  log: () => {},
  ...more,
});

/** A doctor who takes whoever comes, asks a few things, and says goodbye. */
async function working() {
  let token: string | null = null;
  const { call } = calls({ url: platform.url, hospitalId: '1', language: 'en', token: () => token });
  token = (await call(login, { username: 'doctor01', password: 'Cloudroom2026' })).accessToken;
  const link = io(platform.url, {
    path: '/infra/im',
    transports: ['websocket'],
    auth: { token, tenantId: '1' },
    reconnectionDelay: 50,
    reconnectionDelayMax: 500,
  });
  link.on('connect', () => void join());
  const mine: ConversationId[] = [];
  const join = () => link.emit('conversation:join', { conversationIds: mine });

  const past = async (conversationId: ConversationId) =>
    (await call(queryImMessages, { conversationId, afterSeq: 0, limit: 200 })).events.map((event) =>
      ConversationEvent.parse(event),
    );
  async function say(conversationId: ConversationId, words: string) {
    const clientMessageId = newMessageId();
    const message = { clientMessageId, conversationId, type: 101, content: JSON.stringify({ content: words }) };
    for (;;) {
      const ack = await link
        .timeout(1_000)
        .emitWithAck('message:send', message)
        .catch(() => null);
      if (ack?.ok) return Number(ack.seq);
    }
  }
  /** What the patient said after this place, once there is something. */
  async function answered(conversationId: ConversationId, afterSeq: number, types: readonly number[] = [101, 102]) {
    const found = async () =>
      (await past(conversationId).catch(() => [])).filter(
        (event) =>
          event.kind === 'message' &&
          event.seq > afterSeq &&
          event.message.senderType === 1 &&
          types.includes(event.message.type),
      );
    await expect.poll(found, { timeout: 60_000, interval: 100 }).not.toEqual([]);
    return found();
  }
  async function take(id: OrderId) {
    const order = await call(acceptOrder, { id });
    mine.push(order.conversationId);
    join();
    return order.conversationId;
  }
  return { call, say, answered, take, past, mine, leave: () => link.disconnect() };
}

test('newcomers open orders, write, send pictures, survive a kill of the server, and rate the doctor', async () => {
  const doctor = await working();
  const before = new Set((await doctor.call(awaitList, {})).map(({ id }) => id));
  await doctor.call(setDuty, { state: 'away', message: 'Back at two' });
  const said: string[] = [];
  const coming = runCrowd(crowd({ newcomers: 3, log: (what: string) => said.push(what) }));
  const fresh = async () =>
    (await doctor.call(awaitList, {})).filter(({ id, status }) => status === 10 && !before.has(id));
  await expect.poll(fresh, { timeout: 60_000 }).toHaveLength(3);
  expect(said.filter((what) => /reads: .*(Chen Jing|陈静) away.*\(“Back at two”\)/.test(what))).toHaveLength(3);
  await doctor.call(setDuty, { state: 'online' });
  const orders = await fresh();
  const ids = orders.map(({ id }) => OrderId.parse(id));
  const places = [];
  for (const id of ids) places.push(await doctor.take(id));
  for (const place of places) await doctor.answered(place, 1);
  const [first, second] = places;
  if (!first || !second) throw new Error('nobody came');
  const asked = await doctor.say(first, 'Could you send me a photo, please?');
  await doctor.answered(first, asked, [102]);
  await platform.kill();
  await platform.restart();
  const again = await doctor.say(second, '您好，请问发烧吗？');
  const [reply] = await doctor.answered(second, again);
  expect(reply?.kind === 'message' && reply.message.content).toMatch(/\p{Script=Han}/u);
  for (const id of ids) await doctor.call(finishOrder, { id, summary: 'Get well soon.' });
  await coming;
  for (const id of ids) expect((await doctor.call(orderDetail, { id })).rating?.stars).toBeGreaterThanOrEqual(4);
  const events = await doctor.past(second);
  expect(events.filter(({ kind }) => kind === 'read').length).toBeGreaterThan(0);
  doctor.leave();
}, 180_000);

test('patients already waiting answer the doctor who accepts them, and leave when the crowd is stopped', async () => {
  const leaving = new AbortController();
  const answering = runCrowd(crowd({ answers: true, atLeastWaiting: 0, signal: leaving.signal }));
  const doctor = await working();
  const [waiting] = (await doctor.call(awaitList, {})).filter(({ status }) => status === 10);
  const place = await doctor.take(OrderId.parse(waiting?.id));
  await doctor.answered(place, 1);
  const asked = await doctor.say(place, 'Since when have you had this?');
  await doctor.answered(place, asked);
  leaving.abort();
  await answering;
  doctor.leave();
}, 180_000);

test('where no demonstration patient can sign in the crowd says so and goes', async () => {
  await expect(runCrowd(crowd({ password: 'wrong', newcomers: 1 }))).rejects.toThrow(/no patient can sign in/);
}, 30_000);

test('after others’ wrong passwords from its address a phone does the work that is asked, and gets in', async () => {
  const { call } = calls({ url: platform.url, hospitalId: '1', language: 'en', token: () => null });
  const tried = (password: string) =>
    call(patientLogin, { mobile: '13900000009', password }).then(
      () => Code.ok,
      (cause) => (cause as Refused).code,
    );
  for (let n = 0; n < 3; n++) {
    const stranger = call(patientLogin, { mobile: `1370000000${n}`, password: 'not this one' });
    await expect(stranger).rejects.toBeInstanceOf(Refused);
  }
  expect(await tried('Cloudroom2026')).toBe(Code.captchaRequired);
  const phone = await openPhone({
    url: platform.url,
    hospitalId: '1',
    language: 'en',
    mobile: '13900000009',
    password: 'Cloudroom2026',
    newId: newMessageId,
  });
  expect(phone.name).not.toBe('');
  phone.close();
});

test('a demonstration asks for one more patient, who comes at once', async () => {
  const leaving = new AbortController();
  const commands$ = new Subject<PatientCommand>();
  const said: string[] = [];
  const log = (what: string) => void said.push(what);
  // At this pace nobody does anything by themselves.
  const going = runCrowd(crowd({ answers: true, pace: 10_000, commands$, signal: leaving.signal, log }));
  await expect.poll(() => said.some((what) => what.includes('patients known'))).toBe(true);
  commands$.next('oneMore');
  await expect.poll(() => said.filter((what) => what.includes(' reads: '))).toHaveLength(1);
  leaving.abort();
  await going;
});
