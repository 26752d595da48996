import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { getDuty, setDuty } from '../../../contract/extension/duty.ts';
import { getAwayMessage, putAwayMessage } from '../../../contract/extension/serviceSetup.ts';
import { getInfo, updateInfo } from '../../../contract/http/account.ts';
import { changeDuty } from '../../../server/accounts/duty.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
let token: string;
const events: unknown[] = [];
beforeAll(async () => {
  platform = await openServedPlatform({});
  token = (await platform.signIn()).accessToken;
  platform.bus.subscribe(({ type, eventId: _, ...event }) => {
    if (type === 'duty.changed') events.push(event);
  });
}, 60_000);
afterAll(() => platform?.close());

const own = async () => (await platform.call(getDuty, {}, { token })).data;
const set = (input: object) => platform.call(setDuty, { ...input }, { token });

test('a new doctor is away; the state and message that they set stay, and are announced once', async () => {
  expect(await own()).toEqual({ state: 'away', message: '', source: 'person', time: 0 });
  const away = { state: 'away', message: 'Back at 14:00', source: 'person', time: platform.clock.now };
  expect((await set({ state: 'away', message: ' Back at 14:00 ' })).data).toEqual(away);
  platform.clock.now += 60_000;
  await set({ state: 'away', message: 'Back at 14:00' });
  expect(await own()).toEqual(away);
  const doctorId = platform.people.ann.id;
  expect(events).toEqual([
    { doctorId, hospitalId: '1', state: 'away', message: away.message, source: 'person', at: away.time },
  ]);
});

test('the schedule sets the same state, and the doctor may change it after that', async () => {
  const { uow, people, clock } = platform;
  const bySchedule = { state: 'online', source: 'schedule' } as const;
  await uow.run('1', (tx) => changeDuty(tx, people.ann.id, bySchedule, clock.now));
  expect(await own()).toEqual({ ...bySchedule, message: '', time: clock.now });
  await set({ state: 'busy', message: 'In surgery' });
  expect(await own()).toMatchObject({ state: 'busy', message: 'In surgery', source: 'person' });
});

test.each([
  ['online', true],
  ['busy', true],
  ['away', false],
] as const)('the profile of a doctor who is %s says online: %s', async (state, online) => {
  await set({ state });
  expect((await platform.call(getInfo, {}, { token })).data).toMatchObject({ online });
});

test('the profile’s online switch changes the duty state', async () => {
  for (const [online, state] of [
    [true, 'online'],
    [false, 'away'],
  ] as const) {
    await platform.call(updateInfo, { online }, { token });
    expect(await own()).toMatchObject({ state });
  }
});

test('an absence without a message of its own shows the stored away message, also after that changes', async () => {
  const put = (message: string) => platform.call(putAwayMessage, { message }, { token });
  expect((await platform.call(getAwayMessage, {}, { token })).data).toEqual({ message: '' });
  expect(await put(' Back on Monday ')).toMatchObject({ code: Code.ok });
  expect((await platform.call(getAwayMessage, {}, { token })).data).toEqual({ message: 'Back on Monday' });
  await set({ state: 'online' });
  expect(await own()).toMatchObject({ state: 'online', message: '' });
  await set({ state: 'away' });
  expect(await own()).toMatchObject({ state: 'away', message: 'Back on Monday' });
  await put('Back on Tuesday');
  expect(await own()).toMatchObject({ state: 'away', message: 'Back on Tuesday' });
  await set({ state: 'away', message: 'Back at 14:00' });
  await put('');
  expect(await own()).toMatchObject({ state: 'away', message: 'Back at 14:00' });
  expect(await put('x'.repeat(201))).toMatchObject({ code: Code.badRequest });
});

test('an unknown state and a message over 200 characters are refused', async () => {
  expect(await set({ state: 'gone' })).toMatchObject({ code: Code.badRequest });
  expect(await set({ state: 'away', message: 'x'.repeat(201) })).toMatchObject({ code: Code.badRequest });
});

test('reviewers have no duty state', async () => {
  const reviewer = (await platform.signIn('eve')).accessToken;
  expect(await platform.call(getDuty, {}, { token: reviewer })).toMatchObject({ code: Code.forbidden });
  const { uow, people, clock } = platform;
  const change = { state: 'online', source: 'schedule' } as const;
  expect(await uow.run('1', (tx) => changeDuty(tx, people.eve.id, change, clock.now))).toBeNull();
});
