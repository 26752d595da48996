import { expect, test } from 'vitest';
import { arrivalOf, isLocked, isNearlyIdle, pageState, roleOf } from '../../src/machines/selectors/session.ts';
import { account, first, hospital, loginOf, opened, second } from '../support/openedSession.ts';

test.each([
  ['its configuration cannot be loaded', { configured: null }],
  ['its hospital cannot be asked for', { found: [null] }],
] as const)('a page opens as unreachable if %s', async (_, world) => {
  const { state } = await opened(world);
  expect(pageState(state())).toBe('unreachable');
});

test.each([
  ['the person asks', 'unknown', { outcome: 'unknown' }],
  ['the link returns', 'unreachable', null],
] as const)('a page without its hospital looks for it again when %s', async (by, problem, answer) => {
  const { session, state, give, rests } = await opened({ found: [answer], restored: { outcome: 'nothing' } });
  expect(pageState(state())).toBe(problem);
  if (by === 'the person asks') session.send({ type: 'retry.requested' });
  else give({ type: 'link.restored' }, 'link');
  await rests((s) => s.matches('signedOut'));
  expect(state().context.hospital).toEqual(hospital);
});

test.each([
  ['there is none', { outcome: 'nothing' }],
  ['it cannot be read', null],
] as const)('without a stored sign-in the page shows the form: %s', async (_, restored) => {
  const { state } = await opened({ restored });
  expect([state().value, pageState(state())]).toEqual(['signedOut', 'open']);
});

test('a stored sign-in that has expired behind a locked screen is renewed, and the screen stays locked', async () => {
  const { state, renewals, settled } = await opened({ restored: { outcome: 'staleLocked', login: first, account } });
  expect([state().hasTag('settling'), isLocked(state())]).toEqual([true, true]);
  expect(renewals.map(({ input }) => input.login)).toEqual([first]);
  renewals[0]?.end({ outcome: 'renewed', login: second });
  await settled();
  expect([state().hasTag('usable'), isLocked(state())]).toEqual([true, true]);
});

test('a sign-in in this tab is stored and begins a session', async () => {
  const { session, state, done, renewTimes } = await opened({ restored: { outcome: 'nothing' } });
  session.send({ type: 'login.accepted', login: { ...first, renewAt: 50 } });
  expect([state().hasTag('usable'), done, renewTimes]).toEqual([true, ['stored access-1-1'], [50]]);
});

test('a sign-in in another tab signs in here too, and is not stored again', async () => {
  const { session, state, done } = await opened({ restored: { outcome: 'nothing' } });
  session.send({ type: 'peer.signedIn', login: first });
  expect([state().hasTag('usable'), state().context.login, done]).toEqual([true, first, []]);
});

test('a person whose account cannot be loaded works as a doctor, and it is loaded again after ten seconds', async () => {
  const reviewer = { ...account, isAuditor: true };
  const { clock, state, rests, lists } = await opened({
    restored: { outcome: 'fresh', login: first, account: null },
    accounts: [null, reviewer],
  });
  await rests((s) => s.matches({ active: { account: 'unknown' } }));
  expect([roleOf(state()), arrivalOf(state()), lists.count]).toEqual(['doctor', '/', 1]);
  clock.increment(9_999);
  expect(state().matches({ active: { account: 'unknown' } })).toBe(true);
  clock.increment(1);
  await rests((s) => s.matches({ active: { account: 'known' } }));
  expect([roleOf(state()), arrivalOf(state())]).toEqual(['reviewer', '/prescriptionTask']);
});

test.each(['login.accepted', 'peer.renewed'] as const)(
  'a new token loads an unknown account at once: %s',
  async (type) => {
    const { session, rests } = await opened({
      restored: { outcome: 'fresh', login: first, account: null },
      accounts: [null, account],
    });
    await rests((s) => s.matches({ active: { account: 'unknown' } }));
    session.send({ type, login: second });
    expect((await rests((s) => s.matches({ active: { account: 'known' } }))).context.account).toEqual(account);
  },
);

test.each([
  ['known', [account]],
  ['unknown', [null]],
] as const)(
  'lists that cannot be loaded are noted and block nothing, with an account that is %s',
  async (state, accounts) => {
    const { session, rests, done } = await opened({ accounts, initialData: null });
    await rests((s) => s.matches({ active: { account: state } }) && done.includes('logged'));
    expect(session.getSnapshot().hasTag('usable')).toBe(true);
  },
);

test('a screen that is nearly idle says so until somebody uses it', async () => {
  const { state, give } = await opened();
  give({ type: 'idle.near' }, 'idle');
  expect([isNearlyIdle(state()), isLocked(state())]).toEqual([true, false]);
  give({ type: 'idle.resumed' }, 'idle');
  expect([isNearlyIdle(state()), isLocked(state())]).toEqual([false, false]);
});

test.each([
  ['was idle', 'idle.reached', 'locked'],
  ['is locked by its person', 'lock.requested', 'locked'],
  ['is locked in another tab', 'peer.locked', 'locked elsewhere'],
] as const)('a screen that %s is locked, which a reload keeps, and requests go on', async (_, type, noted) => {
  const { session, state, done, watches } = await opened();
  session.send({ type });
  expect([isLocked(state()), state().hasTag('usable'), done, watches.has('idle')]).toEqual([
    true,
    true,
    [noted],
    false,
  ]);
});

test('a locked screen is unlocked by its person, here or in another tab', async () => {
  const [here, there] = [await opened(), await opened()];
  for (const { session } of [here, there]) session.send({ type: 'lock.requested' });
  here.session.send({ type: 'login.accepted', login: second });
  expect(here.state().context.login).toEqual(second);
  there.session.send({ type: 'peer.unlocked' });
  expect([isLocked(here.state()), here.done]).toEqual([false, ['locked', 'stored access-1-2', 'unlocked']]);
  expect([isLocked(there.state()), there.done]).toEqual([false, ['locked', 'unlocked elsewhere']]);
});

test('a person who signs in at another’s locked screen does not see their work', async () => {
  const { session, state, done } = await opened();
  session.send({ type: 'lock.requested' });
  session.send({ type: 'login.accepted', login: loginOf('2', 1) });
  expect([state().value, state().context.login, done.includes('unlocked')]).toEqual(['reopening', null, false]);
});

test.each(['peer.renewed', 'peer.signedIn'] as const)(
  'a new token of another tab does not unlock the screen here: %s',
  async (type) => {
    const { session, state } = await opened();
    session.send({ type: 'lock.requested' });
    session.send({ type, login: second });
    expect([isLocked(state()), state().context.login]).toEqual([true, second]);
  },
);

test.each(['login.accepted', 'peer.renewed', 'peer.signedIn'] as const)(
  'a new token of the same person loads nothing again that is known: %s',
  async (type) => {
    const { session, state, rests, lists } = await opened();
    await rests((s) => s.matches({ active: { account: 'known' } }));
    session.send({ type, login: second });
    expect([state().matches({ active: { account: 'known' } }), lists.count]).toEqual([true, 1]);
  },
);
