import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { linkMachine, type SocketCommand } from '../../src/machines/link.ts';
import { isLinked } from '../../src/machines/selectors/link.ts';

/** A link whose socket only notes what it is asked to do. */
function startLink() {
  const commands: SocketCommand['type'][] = [];
  const revoked: string[] = [];
  const clock = new SimulatedClock();
  const machine = linkMachine.provide({
    actors: {
      socket: fromCallback<SocketCommand>(({ receive }) => receive(({ type }) => void commands.push(type))),
      renew: fromPromise(async (): Promise<string | null> => null),
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
