import { expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import { wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import { AccountId, DoctorId, HospitalId } from '../../contract/ids.ts';
import type { Login } from '../../src/domain/session.ts';
import { isLocked } from '../../src/machines/selectors/session.ts';
import { sessionMachine } from '../../src/machines/session.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const loginOf = (person: string): Login => ({
  userId: AccountId.parse(person),
  accessToken: `access-${person}`,
  refreshToken: `refresh-${person}`,
  expiresTime: 1,
  renewAt: null,
});
const [ann, bob] = [loginOf('1'), loginOf('2')];
/** Ann with a later token. */
const renewed: Login = { ...ann, accessToken: 'access-1-later', expiresTime: 2 };
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
  ...settledEvents('restore', [{ outcome: 'nothing' }, ...['fresh', 'stale', 'freshLocked', 'staleLocked'].map(kept)]),
  ...settledEvents('refresh', [
    { outcome: 'renewed', login: ann },
    { outcome: 'refused' },
    { outcome: 'unreachable', retryAt: 1 },
    { outcome: 'otherPerson' },
    { outcome: 'signedOut' },
  ]),
  ...settledEvents('loadAccount', [account]),
  ...settledEvents('loadInitialData', []),
  { type: 'xstate.after.accountRetry.session.active.account.unknown' },
  ...settledEvents('reopen', []),
  ...settledEvents('startOver', []),
  { type: 'login.accepted', login: ann },
  { type: 'login.accepted', login: bob },
  { type: 'logout.requested' },
  { type: 'token.refused', access: ann.accessToken },
  { type: 'token.proved', access: ann.accessToken },
  { type: 'replay.refused', access: ann.accessToken },
  { type: 'peer.expired', access: ann.accessToken },
  { type: 'peer.signedIn', login: ann },
  { type: 'peer.signedIn', login: bob },
  { type: 'peer.renewed', login: renewed },
  { type: 'peer.renewed', login: bob },
  { type: 'hospital.changed', hospital },
  ...[
    ...['token.aged', 'session.revoked', 'account.changed', 'retry.requested', 'link.restored', 'dialog.granted'],
    ...['dialog.denied', 'expiry.confirmed', 'expiry.cancelled', 'relogin.requested', 'relogin.cancelled'],
    ...['reopen.requested', 'idle.near', 'idle.resumed', 'idle.reached', 'lock.requested', 'peer.locked'],
    ...['peer.unlocked', 'peer.signedOut', 'storage.emptied', 'storage.differs'],
  ].map((type) => ({ type })),
] as never[]; // XState's own done and error events are not in the machine's event type

type State = SnapshotFrom<typeof sessionMachine>;
const walk = {
  events,
  input: undefined,
  limit: 20_000,
  serializeState: ({ value, context: { expiry, unproven } }: State) =>
    JSON.stringify([value, expiry, unproven !== null]),
};
const reachable = getShortestPaths(sessionMachine, walk);

test('every state of a session can be reached', () => {
  const seen = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect(stateNames(sessionMachine).filter((name) => !seen.has(name))).toEqual([]);
});

test('every transition of a session is taken', () => {
  expect(untakenTransitions(sessionMachine, walk)).toEqual([]);
});

test('from every state a person can always return to the sign-in', () => {
  const isHome = (s: State) => s.matches('signedOut') || s.matches({ hospitalProblem: 'unknown' });
  expect(deadEnds(sessionMachine, walk, isHome)).toEqual([]);
});

type Step = { state: State; transitions: Record<string, { event: { type: string }; state: State }> };

test('a locked screen opens only for its own person or with another tab that was unlocked', () => {
  const steps = Object.values(getAdjacencyMap(sessionMachine, walk as never)) as unknown as Step[];
  const opened = steps
    .filter(({ state }) => isLocked(state))
    .flatMap(({ transitions }) => Object.values(transitions))
    .filter(({ state }) => state.matches('active') && !isLocked(state))
    .map(({ event }) => event.type);
  expect([...new Set(opened)].sort()).toEqual(['login.accepted', 'peer.unlocked']);
});
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
