import { expect, test } from 'vitest';
import { fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { linkMachine, type SocketCommand } from '../../src/machines/link.ts';
import { isLinked } from '../../src/machines/selectors/link.ts';
import { createActor, until } from '../support/actors.ts';

/** A link whose socket only notes what it is asked to do; without a renewed token nobody is signed in. */
function startLink(renew: () => Promise<string | null> = async () => null) {
  const commands: SocketCommand['type'][] = [];
  const revoked: string[] = [];
  const clock = new SimulatedClock();
  const machine = linkMachine.provide({
    actors: {
      socket: fromCallback<SocketCommand>(({ receive }) => receive(({ type }) => void commands.push(type))),
      renew: fromPromise(renew),
    },
    actions: { reportRevoked: (_, token) => void revoked.push(token) },
  });
  const link = createActor(machine, { clock, input: { silenceMs: 18_000 } }).start();
  const take = () => commands.splice(0);
  const connect = () => {
    link.send({ type: 'token.presented', token: 't1' });
    link.send({ type: 'socket.connected', at: 0 });
  };
  return { link, clock, take, connect, revoked };
}

test('a new link connects, and asks whether the platform answers pings', () => {
  const { link, take, connect } = startLink();
  expect(take()).toEqual(['open']);
  connect();
  expect([isLinked(link.getSnapshot()), take()]).toEqual([true, ['ping']]);
});

test('an older platform, which answers no ping, is not probed: only silence ends its link', () => {
  const { link, clock, take, connect } = startLink();
  connect();
  take();
  link.send({ type: 'page.returned' });
  link.send({ type: 'answer.missed', askedAt: 1 });
  clock.increment(17_999);
  expect([isLinked(link.getSnapshot()), take()]).toEqual([true, []]);
  clock.increment(1);
  expect([isLinked(link.getSnapshot()), take()]).toEqual([false, ['drop']]);
});

test('a probed link without any traffic for three seconds is dropped, and one with traffic stays', () => {
  const { link, clock, take, connect } = startLink();
  connect();
  link.send({ type: 'ping.answered', at: 1 });
  take();
  link.send({ type: 'page.returned' });
  clock.increment(2_999);
  link.send({ type: 'traffic.seen', at: 2 });
  clock.increment(3_000);
  expect([isLinked(link.getSnapshot()), take()]).toEqual([true, ['ping']]);
  link.send({ type: 'page.returned' });
  clock.increment(3_000);
  expect([isLinked(link.getSnapshot()), take()]).toEqual([false, ['ping', 'drop']]);
});

test('pauses after refusals double up to thirty seconds, and begin anew after a connection', () => {
  const { link, clock, take, connect } = startLink();
  take();
  const pauses = [1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1_000);
  for (const pause of pauses) {
    link.send({ type: 'handshake.refused', unauthorised: false });
    clock.increment(pause - 1);
    expect(take()).toEqual(['rest']);
    clock.increment(1);
    expect(take()).toEqual(['open']);
  }
  connect();
  take();
  link.send({ type: 'socket.ended' });
  clock.increment(1_000);
  expect(take()).toEqual(['rest', 'open']);
});

test('a revoked sign-in is reported once and connects only when the page or the session asks', () => {
  const { link, clock, take, connect, revoked } = startLink();
  connect();
  take();
  link.send({ type: 'session.revoked', current: 't1' });
  clock.increment(60_000);
  expect([revoked, take()]).toEqual([['t1'], ['rest']]);
  link.send({ type: 'wake.requested' });
  expect(take()).toEqual(['open']);
});

/** Without a connection: while it is made, after a refusal, and with a sign-in that has ended. */
const unlinked = {
  'that connects': () => {},
  'that pauses after a refusal': ({ link }: Link) => link.send({ type: 'handshake.refused', unauthorised: false }),
  'whose sign-in has ended': ({ link }: Link) => link.send({ type: 'token.missing' }),
};
type Link = ReturnType<typeof startLink>;

test.each(Object.entries(unlinked))('a link %s begins anew with each sign of life of page or session', (_, happens) => {
  const started = startLink();
  for (const event of [
    { type: 'wake.requested' },
    { type: 'page.returned' },
    { type: 'answer.missed', askedAt: 1 },
  ] as const) {
    happens(started);
    started.take();
    started.link.send(event);
    expect(started.take()).toEqual(['open']);
  }
});

test.each(Object.entries(unlinked))(
  'a link %s does not begin anew for a request that traffic has overtaken',
  (_, at) => {
    const started = startLink();
    at(started);
    started.take();
    started.link.send({ type: 'answer.missed', askedAt: 0 });
    expect(started.take()).toEqual([]);
  },
);

test('without a token nothing connects until the session asks', () => {
  const { link, clock, take } = startLink();
  link.send({ type: 'token.missing' });
  clock.increment(60_000);
  expect(take()).toEqual(['open', 'rest']);
  link.send({ type: 'wake.requested' });
  expect(take()).toEqual(['open']);
});

test('a platform that has answered a ping is asked no more after a new connection', () => {
  const { link, take, connect } = startLink();
  connect();
  link.send({ type: 'ping.answered', at: 1 });
  take();
  link.send({ type: 'socket.lost' });
  expect([isLinked(link.getSnapshot()), take()]).toEqual([false, []]);
  link.send({ type: 'socket.connected', at: 2 });
  expect([isLinked(link.getSnapshot()), take()]).toEqual([true, []]);
});

test('a request without an answer probes a silent link, and no link that had traffic since', () => {
  const { link, take, connect } = startLink();
  connect();
  link.send({ type: 'ping.answered', at: 5 });
  take();
  link.send({ type: 'answer.missed', askedAt: 5 });
  expect(take()).toEqual([]);
  link.send({ type: 'answer.missed', askedAt: 6 });
  expect(take()).toEqual(['ping']);
});

test.each(['before the connection', 'on a live link'])(
  'a link may be silent as long as the platform says %s',
  (when) => {
    const { link, clock, connect } = startLink();
    const allows = () => link.send({ type: 'silence.allowed', ms: 40_000 });
    if (when === 'before the connection') allows();
    connect();
    if (when === 'on a live link') allows();
    clock.increment(39_999);
    expect(isLinked(link.getSnapshot())).toBe(true);
    clock.increment(1);
    expect(isLinked(link.getSnapshot())).toBe(false);
  },
);

test.each(['a refused handshake', 'an expired session'])(
  '%s renews the token and connects with the new one',
  async (at) => {
    const asked: string[] = [];
    const { link, take, connect } = startLink(async () => {
      asked.push('renewed');
      return 't2';
    });
    if (at === 'an expired session') connect();
    else link.send({ type: 'token.presented', token: 't1' });
    take();
    link.send(
      at === 'an expired session' ? { type: 'session.expired' } : { type: 'handshake.refused', unauthorised: true },
    );
    await until(link, (s) => s.matches('connecting'));
    expect([asked, take()]).toEqual([['renewed'], ['rest', 'open']]);
  },
);

test.each<[string, () => Promise<string | null>]>([
  ['gives the same token', async () => 't1'],
  ['throws', () => Promise.reject(new Error('broken'))],
])('a renewal that %s causes no storm: the link pauses before it connects', async (_, renew) => {
  const { link, clock, take, connect } = startLink(renew);
  connect();
  take();
  link.send({ type: 'session.expired' });
  await until(link, (s) => s.matches({ refused: 'pausing' }));
  expect(take()).toEqual(['rest']);
  clock.increment(1_000);
  expect(take()).toEqual(['open']);
});

test('a renewal without a sign-in ends the attempts', async () => {
  const { link, clock, take, connect } = startLink();
  connect();
  take();
  link.send({ type: 'session.expired' });
  await until(link, (s) => s.matches('revoked'));
  clock.increment(60_000);
  expect(take()).toEqual(['rest', 'rest']);
});

test('a sign-in that is revoked after a newer one is reported, and the link connects with the newer one', () => {
  const { link, clock, take, connect, revoked } = startLink();
  connect();
  take();
  link.send({ type: 'session.revoked', current: 't2' });
  clock.increment(1_000);
  expect([revoked, take()]).toEqual([['t1'], ['rest', 'open']]);
});

test('a closed link is over', () => {
  const { link } = startLink();
  link.send({ type: 'close.requested' });
  expect(link.getSnapshot().status).toBe('done');
});

test('what was heard on a connection, or at its begin, answers the requests that were asked before', () => {
  for (const hears of [
    ({ link }: Link) => link.send({ type: 'traffic.seen', at: 9 }),
    ({ link }: Link) => link.send({ type: 'socket.lost' }),
    ({ link }: Link) => link.send({ type: 'ping.answered', at: 9 }),
  ]) {
    const started = startLink();
    started.connect();
    started.link.send({ type: 'ping.answered', at: 1 });
    hears(started);
    if (!isLinked(started.link.getSnapshot())) started.link.send({ type: 'socket.connected', at: 9 });
    started.take();
    started.link.send({ type: 'answer.missed', askedAt: 9 });
    expect(started.take()).toEqual([]);
    started.link.send({ type: 'answer.missed', askedAt: 10 });
    expect(started.take()).toEqual(['ping']);
  }
});

test('a first connection is as old as its begin for the requests without an answer', () => {
  const { link, take } = startLink();
  link.send({ type: 'socket.connected', at: 9 });
  link.send({ type: 'socket.lost' });
  take();
  link.send({ type: 'answer.missed', askedAt: 9 });
  expect(take()).toEqual([]);
  link.send({ type: 'answer.missed', askedAt: 10 });
  expect(take()).toEqual(['open']);
});

test('an answered ping ends the probe of a link, and its silence is counted anew', () => {
  const { link, clock, take, connect } = startLink();
  connect();
  link.send({ type: 'ping.answered', at: 1 });
  link.send({ type: 'page.returned' });
  take();
  clock.increment(2_999);
  link.send({ type: 'ping.answered', at: 2 });
  clock.increment(3_000);
  expect([isLinked(link.getSnapshot()), take()]).toEqual([true, []]);
});

test('pauses begin anew after a connection to a platform that answers pings, too', () => {
  const { link, clock, take, connect } = startLink();
  connect();
  link.send({ type: 'ping.answered', at: 1 });
  link.send({ type: 'socket.lost' });
  for (const pause of [1_000, 2_000]) {
    link.send({ type: 'handshake.refused', unauthorised: false });
    clock.increment(pause);
  }
  link.send({ type: 'socket.connected', at: 2 });
  link.send({ type: 'socket.ended' });
  take();
  clock.increment(1_000);
  expect(take()).toEqual(['open']);
});
