import { expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import { AccountId, DoctorId, HospitalId } from '../../contract/ids.ts';
import type { Login } from '../../src/domain/session.ts';
import { sessionMachine } from '../../src/machines/session.ts';
import { deadEnds, settledEvents } from '../support/graph.ts';

const loginOf = (person: string): Login => ({
  userId: AccountId.parse(person),
  accessToken: `access-${person}`,
  refreshToken: `refresh-${person}`,
  expiresTime: 1,
  renewAt: null,
});
const [ann, bob] = [loginOf('1'), loginOf('2')];
const hospital = { id: HospitalId.parse('1'), name: 'Demo', logo: null, idleLockMs: 1, serviceHours: wholeDay };
const account = {
  memberAccountId: ann.userId,
  doctorId: DoctorId.parse('1'),
  name: 'Ann',
  avatar: null,
  isAuditor: false,
  hospitalName: null,
};
const kept = (outcome: string) => ({ outcome, login: ann, account: null });

const events = [
  ...settledEvents('configure', [undefined]),
  ...settledEvents('findHospital', [
    { outcome: 'found', hospital },
    { outcome: 'unknown' },
    { outcome: 'disabled' },
    { outcome: 'expired' },
  ]),
  ...settledEvents('restore', [{ outcome: 'nothing' }, kept('fresh'), kept('staleLocked')]),
  ...settledEvents('refresh', [
    { outcome: 'renewed', login: ann },
    { outcome: 'refused' },
    { outcome: 'unreachable', retryAt: 1 },
    { outcome: 'otherPerson' },
    { outcome: 'signedOut' },
  ]),
  ...settledEvents('loadAccount', [account]),
  ...settledEvents('reopen', []),
  ...settledEvents('startOver', []),
  { type: 'login.accepted', login: ann },
  { type: 'login.accepted', login: bob },
  { type: 'logout.requested' },
  { type: 'token.refused', access: ann.accessToken },
  { type: 'token.aged' },
  { type: 'retry.requested' },
  { type: 'dialog.granted' },
  { type: 'dialog.denied' },
  { type: 'expiry.confirmed' },
  { type: 'expiry.cancelled' },
  { type: 'relogin.requested' },
  { type: 'reopen.requested' },
  { type: 'idle.near' },
  { type: 'idle.reached' },
  { type: 'peer.signedIn', login: bob },
  { type: 'peer.signedOut' },
] as never[]; // XState's own done and error events are not in the machine's event type

const walk = {
  events,
  input: undefined,
  limit: 20_000,
  serializeState: ({ value, context: { expiry } }: SnapshotFrom<typeof sessionMachine>) =>
    JSON.stringify([value, expiry]),
};
const reachable = getShortestPaths(sessionMachine, walk);

type Node = { states: Record<string, Node>; type: string };
const leavesOf = (node: Node, path: string[] = []): string[] =>
  Object.keys(node.states).length === 0
    ? [path.join('.')]
    : Object.entries(node.states).flatMap(([name, child]) => leavesOf(child, [...path, name]));
const reached = (value: unknown, path: string[] = []): string[] =>
  typeof value === 'string'
    ? [[...path, value].join('.')]
    : Object.entries(value as object).flatMap(([name, child]) => reached(child, [...path, name]));

test('every state can be reached', () => {
  const seen = new Set(reachable.flatMap((path) => reached(path.state.value)));
  expect(leavesOf(sessionMachine.root as unknown as Node).filter((leaf) => !seen.has(leaf))).toEqual([]);
});

const stuck = new Set(
  deadEnds(sessionMachine, walk, (s) => s.matches('signedOut') || s.matches({ hospitalProblem: 'unknown' })).map(
    (value) => JSON.stringify(value),
  ),
);

test.each(reachable.map(({ state }) => JSON.stringify(state.value)))(
  'from %s a person can always return to the sign-in',
  (state) => {
    expect(stuck).not.toContain(state);
  },
);

type Invoking = { invoke: readonly { id: string }[]; states: Record<string, Invoking> };
const invokedBy = (node: Invoking): string[] => [
  ...node.invoke.map(({ id }) => id),
  ...Object.values(node.states).flatMap(invokedBy),
];

test('every invoked promise has an error handler', () => {
  const promises = invokedBy(sessionMachine.root).filter((id) => !/peers|Clock|Watch|Turn|Link$/.test(id));
  const known: readonly string[] = sessionMachine.events;
  expect(promises).toHaveLength(9);
  expect(promises.filter((id) => !known.includes(`xstate.error.actor.${id}`))).toEqual([]);
});
