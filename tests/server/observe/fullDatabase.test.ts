import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import { Code } from '../../../contract/envelope.ts';
import { sendMessage } from '../../../contract/extension/im.ts';
import { UserType } from '../../../server/accounts/caller.ts';
import { openSession } from '../../../server/accounts/sessions.ts';
import { imEvent } from '../../../server/db/schema/messages.ts';
import { rateCounter } from '../../../server/db/schema/sessions.ts';
import { insertHospital } from '../../support/consultations.ts';
import { newMessageId } from '../../support/messageId.ts';
import { openServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A platform with a running consultation, on a database whose disk the test fills: then no row can be added. */
async function consulting() {
  const platform = await openServedPlatform();
  onTestFinished(() => platform.close());
  const { db, uow, clock } = platform;
  const { hospitalId, order } = await insertHospital(db, { at: clock.now });
  const { conversationId, doctor } = await order(OrderStatus.active);
  const holder = { userType: UserType.staff, userId: doctor?.id ?? '' };
  const from = { ip: '127.0.0.1', userAgent: 'test' };
  const { accessToken } = await uow.run(hospitalId, (tx) => openSession(tx, holder, from, clock.now));
  const tables = [imEvent, rateCounter];
  return {
    platform,
    say: async () => {
      const message = { clientMessageId: newMessageId(), conversationId, type: 101, content: '{"content":"hello"}' };
      return (await platform.call(sendMessage, message, { token: accessToken, hospitalId })).code;
    },
    async ready() {
      clock.now += 2_000;
      const { statusCode, body } = await platform.app.inject({ url: '/readyz' });
      return [statusCode, JSON.parse(body)];
    },
    async fill(code = '53100') {
      await db.execute(sql`create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '${sql.raw(code)}'; end $$`);
      for (const table of tables)
        await db.execute(
          sql`create trigger full_disk before insert on ${table} for each row execute function full_disk()`,
        );
    },
    free: () => db.execute(sql`drop function full_disk cascade`),
  };
}

test('while no message can be stored the platform is not ready, and the log names what failed', async () => {
  const { platform, say, ready, fill, free } = await consulting();
  expect([await say(), await ready()]).toEqual([Code.ok, [200, { status: 'ok' }]]);
  await fill();
  expect(await say()).toBe(Code.storageFull);
  for (let n = 0; n < 2; n += 1) expect(await ready()).toEqual([503, { status: 'failing', failing: ['messages'] }]);
  const lines = platform.logged.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ what: 'a part is not ready', part: 'messages' }));
  expect(JSON.stringify(lines)).toContain('53100');
  await free();
  expect([await ready(), await say()]).toEqual([[200, { status: 'ok' }], Code.ok]);
});

test('nor is it while the database only reads, which passes', async () => {
  const { say, ready, fill, free } = await consulting();
  await fill('25006');
  expect([await say(), await ready()]).toEqual([Code.unavailable, [503, { status: 'failing', failing: ['messages'] }]]);
  await free();
  expect([await ready(), await say()]).toEqual([[200, { status: 'ok' }], Code.ok]);
});
