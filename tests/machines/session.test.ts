import { expect, test } from 'vitest';
import { HospitalId } from '../../contract/ids.ts';
import { identityOf, isLocked, pageState } from '../../src/machines/selectors/session.ts';
import { account, first, hospital, loginOf, opened, refuse, second } from '../support/openedSession.ts';

test('a stored sign-in continues; an expired one is renewed before any other request', async () => {
  const fresh = await opened();
  expect([fresh.state().hasTag('usable'), fresh.renewals.length]).toEqual([true, 0]);
  const stale = await opened({ restored: { outcome: 'stale', login: first, account } });
  expect([stale.state().hasTag('settling'), stale.renewals.map(({ input }) => input.login)]).toEqual([true, [first]]);
  for (const { state } of [fresh, stale])
    expect([isLocked(state()), identityOf(state())?.userId, state().context.account]).toEqual([false, '1', account]);
});

test('changed settings of the own hospital are taken over during work, those of another one are not', async () => {
  const { session, state } = await opened();
  session.send({ type: 'hospital.changed', hospital: { ...hospital, idleLockMs: 60_000 } });
  expect([state().context.hospital?.idleLockMs, state().hasTag('usable')]).toEqual([60_000, true]);
  session.send({ type: 'hospital.changed', hospital: { ...hospital, id: HospitalId.parse('2'), idleLockMs: 5 } });
  expect(state().context.hospital?.idleLockMs).toBe(60_000);
});

test('many refused requests renew the token once', async () => {
  const { session, renewals, state, settled } = await opened();
  for (let i = 0; i < 3; i += 1) session.send(refuse(first.accessToken));
  expect([renewals.length, state().hasTag('settling')]).toEqual([1, true]);
  renewals[0]?.end({ outcome: 'renewed', login: second });
  await settled();
  expect([state().context.login, state().hasTag('usable')]).toEqual([second, true]);
});

test('a refusal of an outdated token changes nothing', async () => {
  const { session, renewals } = await opened();
  session.send(refuse('access-of-yesterday'));
  expect(renewals).toEqual([]);
});

test('during an early renewal the old token is usable; after a refusal requests wait for that renewal', async () => {
  const { session, renewals, state } = await opened();
  session.send({ type: 'token.aged' });
  expect(state().hasTag('usable')).toBe(true);
  session.send(refuse(first.accessToken));
  expect([state().hasTag('settling'), renewals.length]).toEqual([true, 1]);
});

test('an early renewal that cannot reach the platform is retried later without a dialog', async () => {
  const { session, renewals, state, settled } = await opened();
  session.send({ type: 'token.aged' });
  renewals[0]?.end({ outcome: 'unreachable', retryAt: 77 });
  await settled();
  expect([state().hasTag('usable'), state().context.login?.renewAt]).toEqual([true, 77]);
});

test('a renewed token that is refused too is not renewed again', async () => {
  const { session, renewals, settled } = await opened();
  session.send(refuse(first.accessToken));
  renewals[0]?.end({ outcome: 'renewed', login: second });
  await settled();
  session.send(refuse(second.accessToken));
  expect(renewals.map(({ input }) => input.spent)).toEqual([false, true]);
});

test('a renewed token that an answer confirmed may be renewed again', async () => {
  const { session, renewals, settled } = await opened();
  session.send(refuse(first.accessToken));
  renewals[0]?.end({ outcome: 'renewed', login: second });
  await settled();
  session.send({ type: 'token.proved', access: second.accessToken });
  session.send(refuse(second.accessToken));
  expect(renewals.map(({ input }) => input.spent)).toEqual([false, false]);
});

test('logging out aborts a running renewal, and its answer changes nothing', async () => {
  const { session, renewals, state, done } = await opened();
  session.send(refuse(first.accessToken));
  session.send({ type: 'logout.requested' });
  expect(renewals[0]?.given.aborted).toBe(true);
  renewals[0]?.end({ outcome: 'renewed', login: second });
  await Promise.resolve();
  expect([state().value, state().context.login, done]).toEqual(['signedOut', null, ['ended']]);
});

test('a refused renewal is announced to the other tabs; an unreachable platform is not', async () => {
  const refused = await opened();
  refused.session.send(refuse(first.accessToken));
  refused.renewals[0]?.end({ outcome: 'refused' });
  await refused.settled();
  const unreachable = await opened();
  unreachable.session.send(refuse(first.accessToken));
  unreachable.renewals[0]?.end({ outcome: 'unreachable', retryAt: 1 });
  await unreachable.settled();
  expect([refused.done, unreachable.done]).toEqual([['announced'], []]);
  expect([refused.state().context.expiry, unreachable.state().context.expiry]).toEqual(['refused', 'unreachable']);
});

test('one tab alone shows the dialog; "cancel" leaves the bar, with a retry only where it can help', async () => {
  const { session, renewals, state, settled, give } = await opened();
  session.send(refuse(first.accessToken));
  renewals[0]?.end({ outcome: 'refused' });
  await settled();
  expect(state().hasTag('dialog')).toBe(false);
  give({ type: 'dialog.granted' });
  expect(state().hasTag('dialog')).toBe(true);
  session.send({ type: 'expiry.cancelled' });
  session.send({ type: 'retry.requested' });
  expect([state().hasTag('bar'), renewals.length]).toEqual([true, 1]);
});

test('the identity stays the same through renewals and re-logins, and changes after a logout', async () => {
  const { session, state } = await opened();
  const before = identityOf(state());
  session.send({ type: 'peer.renewed', login: second });
  session.send({ type: 'login.accepted', login: loginOf('1', 3) });
  expect(identityOf(state())).toBe(before);
  session.send({ type: 'logout.requested' });
  expect(identityOf(state())).toBeNull();
  session.send({ type: 'login.accepted', login: loginOf('1', 4) });
  expect(identityOf(state())?.epoch).toBeGreaterThan(before?.epoch ?? 0);
});

test('an older token of another tab does not replace a newer one', async () => {
  const { session, state } = await opened({ restored: { outcome: 'fresh', login: second, account } });
  session.send({ type: 'peer.renewed', login: first });
  expect(state().context.login).toEqual(second);
});

test('another person signing in elsewhere closes the work here; in this tab the page reloads for them', async () => {
  const there = await opened();
  there.session.send({ type: 'peer.signedIn', login: loginOf('2', 1) });
  expect([there.state().value, identityOf(there.state())]).toEqual(['replaced', null]);
  const here = await opened();
  here.session.send({ type: 'login.accepted', login: loginOf('2', 1) });
  await Promise.resolve();
  expect([here.state().value, here.done]).toEqual(['reopening', ['stored access-2-1', 'reopened']]);
});

test.each(['unknown', 'disabled', 'expired'] as const)('with a hospital that is %s nobody can sign in', async (why) => {
  const { session, state } = await opened({ found: [{ outcome: why }] });
  session.send({ type: 'login.accepted', login: first });
  expect(state().value).toEqual({ hospitalProblem: why });
  expect(pageState(state())).toBe(why);
});

test('a locked screen unlocks only for its own person', async () => {
  const { session, state, renewals } = await opened({ restored: { outcome: 'freshLocked', login: first, account } });
  expect([state().hasTag('locked'), state().hasTag('usable'), identityOf(state())?.userId]).toEqual([true, true, '1']);
  expect(renewals).toEqual([]);
  session.send({ type: 'login.accepted', login: second });
  expect([state().hasTag('locked'), state().hasTag('usable')]).toEqual([false, true]);
});
