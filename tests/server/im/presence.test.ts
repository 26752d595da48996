import { expect, test } from 'vitest';
import { SenderType } from '../../../contract/im.ts';
import type { Link } from '../../../server/cluster/link.ts';
import { createSharedState } from '../../../server/cluster/sharedState.ts';
import { createOccupancy } from '../../../server/im/occupancy.ts';
import { createPresence } from '../../../server/im/presence.ts';
import { rooms } from '../../../server/im/rooms.ts';
import type { Io } from '../../../server/im/types.ts';

/** Sockets of this process, and a link on which a test plays the other processes. */
function oneProcess() {
  const announced: unknown[] = [];
  const here = new Map<string, Set<string>>();
  const io = {
    of: () => ({ adapter: { rooms: here, on: () => {} } }),
    to: (room: string) => ({ emit: (_: string, { online }: { online: boolean }) => announced.push([room, online]) }),
  } as unknown as Io;
  const listeners = new Map<string, (data: unknown, from: string) => void>();
  let left = (_: string) => {};
  const link = {
    id: 'here',
    send: () => {},
    on: (kind: string, listener: (data: unknown, from: string) => void) => listeners.set(kind, listener),
    onJoined: () => {},
    onMissed: () => {},
    onLeft: (listener: typeof left) => {
      left = listener;
    },
  } as unknown as Link;
  const yes = async () => true;
  const store = { replace: async () => {}, change: yes, read: async () => [], heartbeat: yes, remove: async () => {} };
  const state = createSharedState({ link, store, onFault: () => {} });
  const presence = createPresence({ io, occupancy: createOccupancy({ io, state }), state, now: () => 5 });
  const states = (from: string, room: string, value: string | null) =>
    listeners.get('changed facts')?.([[room, value]], from);
  return { announced, here, presence, states, ends: (member: string) => left(member) };
}

const [patients, doctors] = [rooms.side('1', '7', SenderType.patient), rooms.side('1', '7', SenderType.doctor)];

test('a party that connects to another process is announced here, and is there for those who join later', () => {
  const { announced, presence, states } = oneProcess();
  states('other', patients, '1');
  expect(announced).toEqual([[doctors, true]]);
  const told: unknown[] = [];
  presence.enter({ hospitalId: '1', type: SenderType.doctor }, ['7'], (id, online) => told.push([id, online]));
  expect(told).toEqual([['7', true]]);
});

test('a party is announced as absent when its last socket of all processes has gone', () => {
  const { announced, here, states, presence } = oneProcess();
  states('other', patients, '1');
  states('third', patients, '1');
  here.set(patients, new Set(['socket']));
  announced.length = 0;
  states('other', patients, null);
  here.clear();
  presence.leave({ hospitalId: '1', type: SenderType.patient }, ['7']);
  expect(announced).toEqual([[doctors, true]]);
  states('third', patients, null);
  expect(announced.at(-1)).toEqual([doctors, false]);
});

test('the parties of a process that has ended are announced as absent', () => {
  const { announced, states, ends } = oneProcess();
  states('other', patients, '1');
  ends('other');
  expect(announced).toEqual([
    [doctors, true],
    [doctors, false],
  ]);
});
