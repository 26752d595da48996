import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../../../server/log.ts';
import { eventRules } from '../../../server/trail/rules.ts';
import { openConsultations } from '../../support/consultPlatform.ts';
import { openTestDatabase } from '../../support/database.ts';
import { killedAfter } from '../../support/killedWork.ts';
import { newMessageId } from '../../support/messageId.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Platform = Awaited<ReturnType<typeof openConsultations>>;
type Connected = Awaited<ReturnType<typeof connected>>;
/** What the doctor of a running consultation sends, after what came before it. */
type Sample = (order: Connected) => Promise<Record<string, unknown>>;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let platform: Platform;
/** How many events of sockets had no acknowledgement because their work failed. */
let failed = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  const log = createLog('error', () => ++failed > 0);
  platform = await openConsultations(database.db, undefined, { log });
});
afterAll(async () => {
  await platform?.close();
  await database?.close();
});

/** A running consultation with both sides connected. They have not joined, so the trail has no row of today's. */
async function connected() {
  const order = await platform.running();
  return { ...order, there: await platform.connected(order.patient), here: await platform.connected(order.doctor) };
}

const hello = ({ conversationId }: Connected) => ({
  clientMessageId: newMessageId(),
  conversationId,
  type: 101,
  content: '{"content":"hello"}',
});

const heardByDoctor = async ({ conversationId, there }: Connected) =>
  (await there.say(conversationId, 'Good morning.')) as { seq: number };

const samples: Record<string, Sample> = {
  'message:send': async (order) => hello(order),
  'message:recall': async (order) => {
    const { id: messageId } = (await order.here.ask('message:send', hello(order))) as { id: string };
    return { conversationId: order.conversationId, messageId };
  },
  'message:read': async (order) => ({
    conversationId: order.conversationId,
    readUpTo: (await heardByDoctor(order)).seq,
  }),
  'message:delivered': async (order) => ({
    conversationId: order.conversationId,
    deliveredUpTo: (await heardByDoctor(order)).seq,
  }),
};

/** The acknowledgement of an event, or null once its work has failed, as for a process that was killed. */
async function answerTo({ here }: Connected, name: string, sent: unknown): Promise<unknown> {
  const failedBefore = failed;
  let answer: unknown = null;
  here.link.emit(name, sent, (given: unknown) => {
    answer = given;
  });
  await vi.waitFor(() => expect(answer !== null || failed > failedBefore).toBe(true), { interval: 5 });
  return answer;
}

/** Prepares and sends one event whose process is killed after so many statements, and then sends it again. */
async function killed(name: string, prepare: Sample, statements: number) {
  const order = await connected();
  const sent = await prepare(order);
  const left = await killedAfter(database, statements, () => answerTo(order, name, sent));
  return { ...left, repeat: () => answerTo(order, name, sent) };
}

test.each(Object.entries(samples))(
  '%s killed at any moment is stored whole, with its row in the trail, or not at all',
  async (name, prepare) => {
    const whole = await killed(name, prepare, Number.POSITIVE_INFINITY);
    expect(whole.tables).toEqual(expect.arrayContaining(['im_conversation', 'im_event']));
    expect(whole.rows).toBe(1);
    for (const moment of whole.moments) {
      const { tables, rows, repeat } = await killed(name, prepare, moment);
      expect([[], whole.tables]).toContainEqual(tables);
      expect(rows).toBe(tables.length === 0 ? 0 : 1);
      expect(await repeat()).toMatchObject({ ok: true });
    }
  },
);

test('every event that changes something is among them', () => {
  const changing = Object.entries(eventRules).flatMap(([name, rule]) =>
    rule.leaves !== 'nothing' && name.startsWith('message:') ? [name] : [],
  );
  expect(Object.keys(samples)).toEqual(changing);
});
