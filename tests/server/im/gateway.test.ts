import { eq } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { pullMessages, readMessages, sendMessage } from '../../../contract/extension/im.ts';
import { getImConfig, queryImMessages } from '../../../contract/http/im.ts';
import { clientEvents } from '../../../contract/socket.ts';
import { accessToken } from '../../../server/db/schema/sessions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import type { Consultations } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';
import { newMessageId } from '../../support/messageId.ts';

let platform: Consultations;
let clock = { now: 0 };
consultSuite(openTestDatabase, (suite) => {
  ({ platform, clock } = suite);
});

const refusedAs = (link: Socket) =>
  new Promise((resolve) => {
    link.once('connect', () => resolve('connected'));
    link.once('connect_error', (cause) => resolve((cause as { data?: unknown }).data ?? 'no answer'));
  });

const gone = (link: Socket) => new Promise<string>((resolve) => link.once('disconnect', resolve));

describe('a handshake', () => {
  test.each([
    ['nothing', {}, Code.badRequest],
    ['a token that is an object', { token: {}, tenantId: '1' }, Code.badRequest],
    ['an unknown token', { token: 'x'.repeat(43), tenantId: '1' }, Code.unauthorised],
  ])('%s is refused', async (_, auth, code) => {
    expect(await refusedAs(await platform.socket(auth))).toEqual({ code });
  });

  test('with a token of another hospital or an expired one is refused', async () => {
    const { token, hospitalId } = await platform.doctor();
    expect(await refusedAs(await platform.socket({ token, tenantId: '999' }))).toEqual({ code: Code.forbidden });
    clock.now += 31 * 60_000;
    expect(await refusedAs(await platform.socket({ token, tenantId: hospitalId }))).toEqual({
      code: Code.unauthorised,
    });
  });

  test('succeeds for pages of this host, listed origins and programs, and not for pages of other origins', async () => {
    const { token, hospitalId } = await platform.doctor();
    const from = async (origin?: string) =>
      refusedAs(await platform.socket({ token, tenantId: hospitalId }, origin ? { extraHeaders: { origin } } : {}));
    expect(await from('https://evil.example')).toBe('no answer');
    expect(await from('null')).toBe('no answer');
    expect(await from(await platform.listen())).toBe('connected');
    expect(await from('https://listed.example')).toBe('connected');
    expect(await from()).toBe('connected');
  });

  test('needs a WebSocket', async () => {
    const { token, hospitalId } = await platform.doctor();
    expect(await refusedAs(await platform.socket({ token, tenantId: hospitalId }, { transports: ['polling'] }))).toBe(
      'no answer',
    );
  });
});

describe('malformed input', () => {
  const junk = [undefined, null, 0, 'text', [], [[]], true, {}, { conversationId: {} }, { conversationIds: 'all' }];

  test.each(Object.keys(clientEvents))('an invalid %s is refused, and the socket stays connected', async (name) => {
    const { link, ask } = await platform.connected(await platform.doctor());
    for (const sent of junk) {
      const answer = await ask(name, sent);
      const takesNothing = name.endsWith(':watch') || name === 'connection:ping';
      const isFine = takesNothing && (sent === undefined || sent === null || typeof sent === 'object');
      if (!isFine) expect({ sent, answer }).toMatchObject({ answer: { ok: false, why: 'validation' } });
    }
    link.emit(name);
    link.emit(name, { a: 1 }, 'not a function');
    expect(await ask('awaiting:watch')).toEqual({ ok: true });
  });

  test('an unknown event is counted and ignored', async () => {
    const { link, ask } = await platform.connected(await platform.doctor());
    const before = platform.gateway.ignored();
    link.emit('no:such', { a: 1 });
    link.emit('toString');
    link.emit('__proto__', {});
    expect(await ask('awaiting:watch')).toEqual({ ok: true });
    expect(platform.gateway.ignored()).toBe(before + 3);
  });

  test('a frame of 2 MB disconnects its own socket and no other', async () => {
    const [one, two] = [
      await platform.connected(await platform.doctor()),
      await platform.connected(await platform.doctor()),
    ];
    const ended = gone(one.link);
    one.link.emit('message:send', { content: 'x'.repeat(2_000_000) });
    expect(await ended).toMatch(/transport/);
    expect(await two.ask('awaiting:watch')).toEqual({ ok: true });
  });

  test('a flood of events is refused with the time to wait', async () => {
    const { ask } = await platform.connected(await platform.doctor());
    const answers = await Promise.all(Array.from({ length: 250 }, () => ask('awaiting:watch')));
    expect(answers.filter((answer) => (answer as { ok: boolean }).ok)).toHaveLength(200);
    expect(answers.at(-1)).toMatchObject({ ok: false, why: 'rateLimited', retryAfterMs: expect.any(Number) });
  });

  test('one person has at most thirty sockets', async () => {
    const me = await platform.doctor();
    for (let n = 0; n < 30; n += 1) await platform.connected(me);
    const { token, hospitalId } = me;
    expect(await refusedAs(await platform.socket({ token, tenantId: hospitalId }))).toEqual({
      code: Code.tooManyRequests,
    });
  });
});

describe('the end of a session', () => {
  test('closes its sockets at once, and only those', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const [mine, theirs] = [await platform.connected(me), await platform.connected(other)];
    const ended = gone(mine.link);
    await platform.signOut(me);
    expect(await ended).toBe('io server disconnect');
    expect(mine.heard).toEqual([{ name: 'session:revoked', event: { reason: 'signed out' } }]);
    expect(await theirs.ask('awaiting:watch')).toEqual({ ok: true });
  });

  test('by disabling the account in the database closes its sockets', async () => {
    const me = await platform.doctor();
    const mine = await platform.connected(me);
    const ended = gone(mine.link);
    await platform.hospital.store.change(staff, { disabled: true }, eq(staff.id, me.id));
    expect(await ended).toBe('io server disconnect');
    expect(mine.events('session:revoked')).toHaveLength(1);
  }, 10_000);

  test('by expiry of the token is announced on the socket, which then closes', async () => {
    const me = await platform.doctor();
    await platform.hospital.store.change(
      accessToken,
      { expireTime: clock.now + 300 },
      eq(accessToken.tenantId, me.hospitalId),
    );
    const mine = await platform.connected(me);
    expect(await gone(mine.link)).toBe('io server disconnect');
    expect(mine.heard).toEqual([{ name: 'session:expired', event: {} }]);
  });
});

describe('without a socket', () => {
  test('the same message by socket and by call is stored once', async () => {
    const { conversationId, patient, there } = await platform.together();
    const id = newMessageId();
    const ack = await there.say(conversationId, 'once', id);
    const message = { clientMessageId: id, conversationId, type: 101, content: '{"content":"twice"}' };
    expect(await platform.data(sendMessage, patient, message)).toEqual(ack);
    const past = await platform.data<{ list: object[]; total: number }>(queryImMessages, patient, { conversationId });
    expect(past.total).toBe(1);
  });

  test('sending, reading and pulling work by calls; refusals have the same reasons', async () => {
    const { conversationId, patient, doctor } = await platform.together();
    const message = { clientMessageId: newMessageId(), conversationId, type: 101, content: '{"content":"hi"}' };
    await platform.data(sendMessage, patient, message);
    expect(await platform.data(readMessages, doctor, { conversationId, readUpTo: 1 })).toBe(true);
    expect(await platform.data(pullMessages, doctor, { cursors: { [conversationId]: 0 } })).toMatchObject({
      events: [
        { kind: 'message', seq: 1 },
        { kind: 'read', seq: 2 },
      ],
      coveredTo: { [conversationId]: 2 },
    });
    const wrong = { ...message, clientMessageId: newMessageId(), content: '{"content":""}' };
    expect(await platform.call(sendMessage, patient, wrong)).toMatchObject({
      code: Code.badRequest,
      data: { why: 'validation', field: 'content' },
    });
    const other = await platform.doctor();
    const foreign = { ...message, clientMessageId: newMessageId() };
    expect(await platform.call(sendMessage, other, foreign)).toMatchObject({ code: Code.notFound });
    expect(await platform.call(queryImMessages, other, { conversationId })).toMatchObject({ code: Code.notFound });
  });

  test('the address of the socket is available by a call', async () => {
    expect(await platform.data(getImConfig, await platform.patient())).toEqual({
      url: '',
      path: '/infra/im',
      transports: ['websocket'],
      pingIntervalMs: 10_000,
      pongTimeoutMs: 8_000,
      recallMinutes: 5,
      maxTextLength: 2_000,
      maxFileMb: 16,
    });
  });
});
