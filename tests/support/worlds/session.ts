import type { SnapshotFrom } from 'xstate';
import { wholeDay } from '../../../clinical/lifecycle/serviceTime.ts';
import { AccountId, DoctorId, HospitalId } from '../../../contract/ids.ts';
import type { Login } from '../../../src/domain/session.ts';
import { sessionMachine } from '../../../src/machines/session.ts';
import { settledEvents } from '../graph.ts';

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

/** The events that a session may meet, and which of its states differ. */
export const sessionWorld = { machine: sessionMachine, walk };
