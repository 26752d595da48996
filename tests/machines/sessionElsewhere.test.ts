import { expect, test } from 'vitest';
import {
  asksAboutExpiry,
  identityOf,
  isExpiredRefused,
  isExpiredUnreached,
  isSigningInAgain,
  showsExpiry,
} from '../../src/machines/selectors/session.ts';
import { first, loginOf, opened, refuse, second } from '../support/openedSession.ts';

const bob = loginOf('2', 1);

test.each([
  ['another person renews a token in another tab', { type: 'peer.renewed', login: bob }, 'replaced'],
  ['the person signs out in another tab', { type: 'peer.signedOut' }, 'signedOut'],
  ['the storage is emptied elsewhere', { type: 'storage.emptied' }, 'signedOut'],
] as const)('the work here closes when %s', async (_, event, value) => {
  const { session, state, done } = await opened();
  session.send(event);
  expect([state().value, identityOf(state()), state().context.login, done]).toEqual([value, null, null, []]);
});

test('an expired session stays when its storage is emptied, so that its person can go on', async () => {
  const { session, renewals, state, settled } = await opened();
  session.send(refuse(first.accessToken));
  renewals[0]?.end({ outcome: 'refused' });
  await settled();
  session.send({ type: 'storage.emptied' });
  expect([state().matches('active'), isExpiredRefused(state())]).toEqual([true, true]);
});

test.each(['peer.signedIn', 'peer.renewed'] as const)(
  'the same person’s new token is used here too: %s',
  async (type) => {
    const { session, state, done, renewTimes } = await opened();
    session.send({ type, login: { ...second, renewAt: 70 } });
    expect([state().context.login?.accessToken, done, renewTimes]).toEqual([second.accessToken, [], [null, 70]]);
  },
);

test('a new token of the same person ends a renewal that runs here', async () => {
  const { session, renewals, state } = await opened();
  session.send(refuse(first.accessToken));
  session.send({ type: 'peer.renewed', login: second });
  expect([renewals[0]?.given.aborted, state().hasTag('usable'), state().context.login]).toEqual([true, true, second]);
});

test.each([
  ['the storage has another sign-in', { type: 'storage.differs' }, false],
  ['the platform ends the sign-in', { type: 'session.revoked' }, false],
  ['the platform refuses a repeated request', { type: 'replay.refused', access: first.accessToken }, true],
] as const)('requests wait for a renewal when %s', async (_, event, spent) => {
  const { session, renewals, state } = await opened();
  session.send(event);
  expect([state().hasTag('settling'), renewals.map(({ input }) => input.spent)]).toEqual([true, [spent]]);
  session.send({ type: 'storage.differs' });
  expect(renewals).toHaveLength(1);
});

test('a repeated request that was refused with an outdated token renews nothing', async () => {
  const { session, renewals } = await opened();
  session.send({ type: 'replay.refused', access: 'access-of-yesterday' });
  expect(renewals).toEqual([]);
});

test('requests wait when the platform ends the sign-in during an early renewal', async () => {
  const { session, renewals, state } = await opened();
  session.send({ type: 'token.aged' });
  session.send({ type: 'session.revoked' });
  expect([state().hasTag('settling'), renewals.length]).toEqual([true, 1]);
});

test('a token that was renewed early may be renewed again at once, because no request was refused', async () => {
  const { session, renewals, settled } = await opened();
  session.send({ type: 'token.aged' });
  renewals[0]?.end({ outcome: 'renewed', login: second });
  await settled();
  session.send(refuse(second.accessToken));
  expect(renewals.map(({ input }) => input.spent)).toEqual([false, false]);
});

test.each([
  ['finds another person', 'otherPerson', 'replaced'],
  ['finds nobody signed in', 'signedOut', 'signedOut'],
] as const)('a renewal that %s closes the work here', async (_, outcome, value) => {
  const { session, renewals, state, rests } = await opened();
  session.send(refuse(first.accessToken));
  renewals[0]?.end({ outcome });
  await rests((s) => !s.matches('active'));
  expect([state().value, state().context.login]).toEqual([value, null]);
});

test('a renewal that throws leaves the session expired as one that reached nobody', async () => {
  const { session, renewals, state, settled, done } = await opened();
  session.send(refuse(first.accessToken));
  renewals[0]?.fail(new Error('broken'));
  await settled();
  expect([isExpiredUnreached(state()), state().matches({ active: { access: 'expired' } }), done]).toEqual([
    true,
    true,
    [],
  ]);
});

test.each([
  ['at rest', false],
  ['while a token is renewed', true],
])('a session that another tab found expired is expired here too: %s', async (_, isRenewing) => {
  const { session, state, done, watches } = await opened();
  if (isRenewing) session.send(refuse(first.accessToken));
  session.send({ type: 'peer.expired', access: 'access-of-yesterday' });
  expect(state().matches({ active: { access: 'expired' } })).toBe(false);
  session.send({ type: 'peer.expired', access: first.accessToken });
  expect([isExpiredRefused(state()), watches.has('dialog of a peer'), done]).toEqual([true, true, []]);
});

/** A session whose renewal was refused or reached nobody, with the bar. */
async function dismissed(outcome: 'refused' | 'unreachable', world: Parameters<typeof opened>[0] = {}) {
  const made = await opened(world);
  made.session.send(refuse(first.accessToken));
  made.renewals[0]?.end(outcome === 'refused' ? { outcome } : { outcome, retryAt: 1 });
  await made.settled();
  made.give({ type: 'dialog.denied' });
  return made;
}

test('a tab that may not show the dialog shows the bar, from where the person signs in again', async () => {
  const { session, state, done } = await dismissed('refused');
  expect([asksAboutExpiry(state()), showsExpiry(state()), isSigningInAgain(state())]).toEqual([false, true, false]);
  session.send({ type: 'relogin.requested' });
  expect([showsExpiry(state()), isSigningInAgain(state())]).toEqual([true, true]);
  session.send({ type: 'relogin.cancelled' });
  expect([showsExpiry(state()), isSigningInAgain(state())]).toEqual([true, false]);
  session.send({ type: 'relogin.requested' });
  session.send({ type: 'login.accepted', login: second });
  expect([state().hasTag('usable'), showsExpiry(state()), done.at(-1)]).toEqual([true, false, 'stored access-1-2']);
});

test.each(['by the person', 'by the link'])('a session that reached nobody is renewed again %s', async (by) => {
  const unreached = await dismissed('unreachable');
  const refused = await dismissed('refused');
  for (const { session, give } of [unreached, refused]) {
    if (by === 'by the link') give({ type: 'link.restored' }, 'link');
    else session.send({ type: 'retry.requested' });
  }
  expect([unreached.renewals.length, refused.renewals.length]).toEqual([2, 1]);
});

test.each([
  ['clears its storage and reloads', {}, false],
  ['returns to the form if that throws', { startsOver: null }, true],
] as const)('an expired session whose person confirms it %s', async (_, world, isForm) => {
  const { session, renewals, state, settled, give, rests, done } = await opened(world);
  session.send(refuse(first.accessToken));
  renewals[0]?.end({ outcome: 'refused' });
  await settled();
  give({ type: 'dialog.granted' });
  session.send({ type: 'expiry.confirmed' });
  expect(state().value).toBe('startingOver');
  if (isForm) await rests((s) => s.matches('signedOut') && s.context.login === null);
  expect(done.at(-1)).toBe('started over');
});

test.each(['reopen.requested', 'peer.signedOut', 'storage.emptied'] as const)(
  'a tab of a person who was replaced reloads: %s',
  async (type) => {
    const { session, state, done } = await opened();
    session.send({ type: 'peer.signedIn', login: bob });
    session.send({ type });
    expect(state().value).toBe('reopening');
    expect(done).toEqual(['reopened']);
  },
);

test('a reload that throws shows the form', async () => {
  const { session, rests } = await opened({ reopens: null });
  session.send({ type: 'peer.signedIn', login: bob });
  session.send({ type: 'reopen.requested' });
  await rests((s) => s.matches('signedOut'));
});

test('an answer to an older token proves nothing of a renewed one', async () => {
  const { session, renewals, settled } = await opened();
  session.send(refuse(first.accessToken));
  renewals[0]?.end({ outcome: 'renewed', login: second });
  await settled();
  session.send({ type: 'token.proved', access: first.accessToken });
  session.send(refuse(second.accessToken));
  expect(renewals.map(({ input }) => input.spent)).toEqual([false, true]);
});

test('the refusal of an outdated token lets requests go on during an early renewal', async () => {
  const { session, state } = await opened();
  session.send({ type: 'token.aged' });
  session.send(refuse('access-of-yesterday'));
  expect(state().hasTag('usable')).toBe(true);
});
