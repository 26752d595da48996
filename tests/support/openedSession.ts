import { fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import { AccountId, DoctorId, HospitalId } from '../../contract/ids.ts';
import type {
  Account,
  Hospital,
  HospitalAnswer,
  Login,
  RefreshInput,
  Renewal,
  Restored,
} from '../../src/domain/session.ts';
import { type SessionEvent, sessionMachine } from '../../src/machines/session.ts';
import { createActor, until } from './actors.ts';

export const hospital: Hospital = {
  id: HospitalId.parse('1'),
  name: 'Demo',
  logo: null,
  idleLockMs: 1,
  serviceHours: wholeDay,
};
/** The n-th sign-in of a person. */
export const loginOf = (person: string, n: number): Login => ({
  userId: AccountId.parse(person),
  accessToken: `access-${person}-${n}`,
  refreshToken: `refresh-${person}-${n}`,
  expiresTime: n,
  renewAt: null,
});
export const account: Account = {
  memberAccountId: AccountId.parse('1'),
  doctorId: DoctorId.parse('1'),
  name: 'Ann',
  avatar: null,
  isAuditor: false,
  hospitalName: null,
};
/** Two sign-ins of one person. */
export const [first, second] = [loginOf('1', 1), loginOf('1', 2)];
export const refuse = (access: string) => ({ type: 'token.refused', access }) as const;

const breaks = (): never => {
  throw new Error('broken');
};

/** What happens to a session; `null` breaks. */
type World = {
  readonly configured?: null;
  readonly restored?: Restored | null;
  /** The answers to the search for the hospital in turn. */
  readonly found?: readonly (HospitalAnswer | null)[];
  /** The answers to the loads of the account in turn; the last one stays. */
  readonly accounts?: readonly (Account | null)[];
  readonly initialData?: null;
  readonly startsOver?: null;
  readonly reopens?: null;
};

/** A session whose renewals the test resolves. */
export async function opened({
  restored = { outcome: 'fresh', login: first, account },
  found = [],
  accounts = [account],
  ...world
}: World = {}) {
  const clock = new SimulatedClock();
  const [hospitals, people] = [[...found], [...accounts]];
  const renewals: {
    input: RefreshInput;
    given: AbortSignal;
    end: (renewal: Renewal) => void;
    fail: (cause: unknown) => void;
  }[] = [];
  const done: string[] = [];
  /** When each token is to be renewed, and how often the lists were loaded. */
  const renewTimes: (number | null)[] = [];
  const lists = { count: 0 };
  /** The latest watch of each name, through which the test says what happens. */
  const watches = new Map<string, (event: SessionEvent) => void>();
  const watch = (name: string) =>
    fromCallback<{ type: 'unused' }, void>(({ sendBack }) => {
      watches.set(name, sendBack);
      return () => void watches.delete(name);
    });
  const machine = sessionMachine.provide({
    actors: {
      configure: fromPromise<void, void>(async () => void (world.configured === null && breaks())),
      findHospital: fromPromise<HospitalAnswer, void>(async () => {
        const answer = hospitals.length > 0 ? hospitals.shift() : { outcome: 'found' as const, hospital };
        return answer ?? breaks();
      }),
      restore: fromPromise<Restored, Hospital | null>(async () => restored ?? breaks()),
      refresh: fromPromise<Renewal, RefreshInput>(
        ({ input, signal }) =>
          new Promise((end, fail) => {
            renewals.push({ input, given: signal, end, fail });
          }),
      ),
      loadAccount: fromPromise<Account, void>(async () => {
        const answer = people.length > 1 ? people.shift() : people[0];
        return answer ?? breaks();
      }),
      loadInitialData: fromPromise<void, void>(async () => {
        lists.count += 1;
        if (world.initialData === null) breaks();
      }),
      startOver: fromPromise<void, void>(async () => {
        done.push('started over');
        if (world.startsOver === null) breaks();
      }),
      reopen: fromPromise<void, void>(async () => {
        done.push('reopened');
        if (world.reopens === null) breaks();
      }),
      tokenClock: fromCallback<{ type: 'unused' }, number | null>(({ input }) => void renewTimes.push(input)),
      dialogTurn: fromCallback<{ type: 'unused' }, { byPeer: boolean }>(({ input, sendBack }) => {
        watches.set('dialog', sendBack);
        watches.set(input.byPeer ? 'dialog of a peer' : 'own dialog', sendBack);
      }),
      linkWatch: watch('link'),
      idleWatch: watch('idle'),
    },
    actions: {
      storeLogin: (_, login) => void done.push(`stored ${login.accessToken}`),
      endLogin: () => void done.push('ended'),
      announceExpired: () => void done.push('announced'),
      logMissingData: () => void done.push('logged'),
      markLocked: () => void done.push('locked'),
      markUnlocked: () => void done.push('unlocked'),
      noteLocked: (_, locked) => void done.push(locked ? 'locked elsewhere' : 'unlocked elsewhere'),
    },
  });
  const session = createActor(machine, { clock }).start();
  await until(session, (s) => !s.matches('booting'));
  const state = () => session.getSnapshot();
  const settled = () => until(session, (s) => !s.matches({ active: { access: 'refreshing' } }));
  const rests = (isReached: Parameters<typeof until<typeof session>>[1]) => until(session, isReached);
  const give = (event: SessionEvent, by = 'dialog') => watches.get(by)?.(event);
  return { session, clock, state, settled, rests, renewals, done, renewTimes, lists, watches, give };
}
