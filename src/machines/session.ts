import { type ActorRefFrom, and, assign, fromCallback, not, type SnapshotFrom, setup, stateIn } from 'xstate';
import {
  type Account,
  type Hospital,
  type HospitalAnswer,
  type Identity,
  isNewerLogin,
  type Login,
  type RefreshInput,
  type Renewal,
  type Restored,
} from '../domain/session.ts';
import { endedAs, outputOf, placeholderActor } from './actors.ts';

export type SessionEvent =
  | { type: 'login.accepted'; login: Login }
  | { type: 'logout.requested' }
  | { type: 'token.refused'; access: string }
  | { type: 'token.aged' }
  | { type: 'token.proved'; access: string }
  | { type: 'replay.refused'; access: string }
  | { type: 'session.revoked' }
  | { type: 'retry.requested' }
  | { type: 'link.restored' }
  | { type: 'dialog.granted' }
  | { type: 'dialog.denied' }
  | { type: 'expiry.confirmed' }
  | { type: 'expiry.cancelled' }
  | { type: 'relogin.requested' }
  | { type: 'relogin.cancelled' }
  | { type: 'reopen.requested' }
  | { type: 'account.changed' }
  /** The hospital's own data were read again. */
  | { type: 'hospital.changed'; hospital: Hospital }
  | { type: 'idle.near' }
  | { type: 'idle.resumed' }
  | { type: 'idle.reached' }
  | { type: 'lock.requested' }
  | { type: 'peer.signedIn'; login: Login }
  | { type: 'peer.renewed'; login: Login }
  | { type: 'peer.signedOut' }
  | { type: 'peer.expired'; access: string }
  | { type: 'peer.locked' }
  | { type: 'peer.unlocked' }
  | { type: 'storage.emptied' }
  | { type: 'storage.differs' };

type SessionContext = {
  readonly hospital: Hospital | null;
  readonly login: Login | null;
  readonly account: Account | null;
  readonly identity: Identity | null;
  /** Increments with each sign-in and logout in this tab, so that late results of an earlier session are recognised. */
  readonly epoch: number;
  /** A renewed token that no answer has confirmed yet. If it is refused too, the session ends. */
  readonly unproven: string | null;
  /** Why the session expired: the platform refused the renewal, or could not be reached. */
  readonly expiry: 'refused' | 'unreachable' | null;
};

type Person = Pick<SessionContext, 'login' | 'account'>;
const nobody = { login: null, account: null, identity: null, expiry: null, unproven: null } as const;

const watching = <Input = void>() => fromCallback<{ type: 'unused' }, Input>(() => {});

const session = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'settling' | 'usable' | 'signedIn' | 'dialog' | 'bar' | 'relogin' | 'lockNear' | 'locked',
  },
  actors: {
    configure: placeholderActor<void>('configure'),
    findHospital: placeholderActor<HospitalAnswer>('findHospital'),
    restore: placeholderActor<Restored, Hospital | null>('restore'),
    refresh: placeholderActor<Renewal, RefreshInput>('refresh'),
    loadAccount: placeholderActor<Account>('loadAccount'),
    loadInitialData: placeholderActor<void>('loadInitialData'),
    startOver: placeholderActor<void>('startOver'),
    reopen: placeholderActor<void>('reopen'),
    peers: watching(),
    tokenClock: watching<number | null>(),
    idleWatch: watching(),
    dialogTurn: watching<{ readonly byPeer: boolean }>(),
    linkWatch: watching(),
  },
  actions: {
    /** Stores a new sign-in for all tabs and notifies them. */
    storeLogin: (_, _login: Login) => {},
    /** Deletes the tokens, notifies the other tabs and logs out at the platform. */
    endLogin: () => {},
    announceExpired: () => {},
    logMissingData: () => {},
    /** Stores the lock so that it survives a reload, and notifies the other tabs. */
    markLocked: () => {},
    markUnlocked: () => {},
    /** Stores another tab's lock here too, since its write may arrive later than its message. */
    noteLocked: (_, _locked: boolean) => {},
    setHospital: assign((_, hospital: Hospital | null) => ({ hospital })),
    /** Starts a new session; results of the session before it belong to an older epoch. */
    begin: assign(({ context: { hospital, epoch } }, { login, account }: Person) => ({
      ...nobody,
      login,
      account,
      identity: hospital && login && { hospitalId: hospital.id, userId: login.userId, epoch: epoch + 1 },
      epoch: epoch + 1,
    })),
    setLogin: assign((_, now: Pick<SessionContext, 'login' | 'unproven'>) => ({ ...now, expiry: null })),
    setAccount: assign((_, account: Account) => ({ account })),
    postpone: assign(({ context: { login } }, renewAt: number) => ({ login: login && { ...login, renewAt } })),
    forget: assign(({ context }) => ({ ...nobody, epoch: context.epoch + 1 })),
    noteExpiry: assign((_, expiry: 'refused' | 'unreachable') => ({ expiry })),
    clearUnproven: assign({ unproven: null }),
    markUnproven: assign(({ context }) => ({ unproven: context.login?.accessToken ?? null })),
  },
  guards: {
    isSameHospital: ({ context }, hospital: Hospital) => context.hospital?.id === hospital.id,
    isCurrent: ({ context }, access: string) => context.login?.accessToken === access,
    isSamePerson: ({ context }, login: Login) => context.login?.userId === login.userId,
    isOtherPerson: ({ context }, login: Login) => context.login?.userId !== login.userId,
    isNewer: ({ context }, login: Login) => isNewerLogin(login, context.login),
    isUnproven: ({ context }, access: string) => context.unproven === access,
    isExpiredUnreached: ({ context }) => context.expiry === 'unreachable',
  },
  delays: { accountRetry: 10_000 },
});

type WithLogin = { event: { login: Login } };
const loginOf = ({ event }: WithLogin) => event.login;
const accessOf = ({ event }: { event: { access: string } }) => event.access;
const isCurrent = { type: 'isCurrent', params: accessOf } as const;
const isSamePerson = { type: 'isSamePerson', params: loginOf } as const;
const setLogin = { type: 'setLogin', params: (by: WithLogin) => ({ login: loginOf(by), unproven: null }) } as const;
const storeLogin = { type: 'storeLogin', params: loginOf } as const;
const hospital = endedAs<HospitalAnswer>();
const restored = endedAs<Restored>();
const renewal = endedAs<Renewal>();
const refused = { type: 'noteExpiry', params: 'refused' } as const;
const unreachable = { type: 'noteExpiry', params: 'unreachable' } as const;
const unreachableHospital = '#session.hospitalProblem.unreachable';
const renewing = '#session.active.access.refreshing.awaited';
const lockedScreen = '#session.active.screen.locked';
const initialData = { id: 'loadInitialData', src: 'loadInitialData', onError: { actions: 'logMissingData' } } as const;
const isExpired = stateIn('#session.active.access.expired');
const isAhead = stateIn('#session.active.access.refreshing.ahead');
/** A token that was renewed for a refused request is unproven until an answer confirms it. */
const setRenewedLogin = (isProven: boolean) =>
  ({
    type: 'setLogin',
    params: renewal.params('renewed', ({ login }) => ({ login, unproven: isProven ? null : login.accessToken })),
  }) as const;
const resume = {
  type: 'begin',
  params: ({ event: { output } }: { event: { output: Restored } }) => (output.outcome === 'nothing' ? nobody : output),
} as const;
const begin = { type: 'begin', params: (by: WithLogin) => ({ login: loginOf(by), account: null }) } as const;

/** Whether the access token can be used now. Requests wait while it is renewed for a refused request. */
const access = session.createStateConfig({
  initial: 'fresh',
  on: {
    'login.accepted': { guard: isSamePerson, target: '.fresh', actions: [setLogin, storeLogin] },
    'peer.signedIn': { guard: isSamePerson, target: '.fresh', actions: setLogin },
    'peer.renewed': { guard: { type: 'isNewer', params: loginOf }, target: '.fresh', actions: setLogin },
    'storage.differs': '.refreshing.awaited',
  },
  states: {
    fresh: {
      tags: 'usable',
      invoke: { id: 'tokenClock', src: 'tokenClock', input: ({ context }) => context.login?.renewAt ?? null },
      on: {
        'token.aged': 'refreshing.ahead',
        'token.refused': { guard: isCurrent, target: 'refreshing.awaited' },
        'token.proved': { guard: { type: 'isUnproven', params: accessOf }, actions: 'clearUnproven' },
        'replay.refused': { guard: isCurrent, target: 'refreshing.awaited', actions: 'markUnproven' },
        'session.revoked': 'refreshing.awaited',
        'peer.expired': { guard: isCurrent, target: 'expired', actions: refused },
      },
    },
    refreshing: {
      initial: 'awaited',
      states: {
        /** The old token still works, so requests do not wait. */
        ahead: {
          tags: 'usable',
          on: { 'token.refused': { guard: isCurrent, target: 'awaited' }, 'session.revoked': 'awaited' },
        },
        awaited: { tags: 'settling' },
      },
      on: { 'peer.expired': { guard: isCurrent, target: 'expired', actions: refused }, 'storage.differs': {} },
      invoke: {
        id: 'refresh',
        src: 'refresh',
        input: ({ context: { login, hospital, unproven } }) => ({
          login,
          hospital,
          spent: unproven === login?.accessToken,
        }),
        onDone: [
          { guard: and([renewal.is('renewed'), isAhead]), target: 'fresh', actions: setRenewedLogin(true) },
          { guard: renewal.is('renewed'), target: 'fresh', actions: setRenewedLogin(false) },
          { guard: renewal.is('otherPerson'), target: '#session.replaced', actions: 'forget' },
          { guard: renewal.is('signedOut'), target: '#session.signedOut', actions: 'forget' },
          { guard: renewal.is('refused'), target: 'expired', actions: [refused, 'announceExpired'] },
          {
            guard: isAhead,
            target: 'fresh',
            actions: { type: 'postpone', params: renewal.params('unreachable', ({ retryAt }) => retryAt) },
          },
          { target: 'expired', actions: unreachable },
        ],
        onError: { target: 'expired', actions: unreachable },
      },
    },
    expired: {
      initial: 'prompt',
      states: {
        /** Only one tab of the browser shows the dialog; the others show the bar. */
        prompt: {
          initial: 'waiting',
          invoke: {
            id: 'dialogTurn',
            src: 'dialogTurn',
            input: ({ event }) => ({ byPeer: event.type === 'peer.expired' }),
          },
          on: { 'dialog.denied': 'dismissed' },
          states: {
            waiting: { on: { 'dialog.granted': 'shown' } },
            shown: {
              tags: 'dialog',
              on: {
                'expiry.confirmed': '#session.startingOver',
                'expiry.cancelled': '#session.active.access.expired.dismissed',
              },
            },
          },
        },
        dismissed: {
          tags: 'bar',
          invoke: { id: 'expiredLink', src: 'linkWatch' },
          on: {
            'relogin.requested': 'reentering',
            'retry.requested': { guard: 'isExpiredUnreached', target: renewing },
            'link.restored': { guard: 'isExpiredUnreached', target: renewing },
          },
        },
        reentering: { tags: ['bar', 'relogin'], on: { 'relogin.cancelled': 'dismissed' } },
      },
    },
  },
});

/** The account of the signed-in person. A failed load does not block the work. */
const account = session.createStateConfig({
  initial: 'loading',
  on: { 'account.changed': '.loading' },
  states: {
    loading: {
      invoke: {
        id: 'loadAccount',
        src: 'loadAccount',
        onDone: { target: 'known', actions: { type: 'setAccount', params: outputOf<Account> } },
        onError: 'unknown',
      },
    },
    known: { invoke: initialData },
    /** The account could not be loaded; the dictionaries load anyway. */
    unknown: {
      invoke: initialData,
      after: { accountRetry: 'loading' },
      on: { 'login.accepted': 'loading', 'peer.renewed': 'loading' },
    },
  },
});

/** Locks the screen after a time without input in any tab. */
const screen = session.createStateConfig({
  initial: 'open',
  states: {
    open: {
      initial: 'used',
      states: {
        used: { on: { 'idle.near': 'nearlyIdle' } },
        nearlyIdle: { tags: 'lockNear', on: { 'idle.resumed': 'used' } },
      },
      invoke: { id: 'idleWatch', src: 'idleWatch' },
      on: {
        'idle.reached': { target: 'locked', actions: 'markLocked' },
        'lock.requested': { target: 'locked', actions: 'markLocked' },
        'peer.locked': { target: 'locked', actions: { type: 'noteLocked', params: true } },
      },
    },
    locked: {
      tags: 'locked',
      on: {
        'login.accepted': { guard: isSamePerson, target: 'open', actions: 'markUnlocked' },
        'peer.unlocked': { target: 'open', actions: { type: 'noteLocked', params: false } },
      },
    },
  },
});

/** Who is signed in at which hospital, and whether requests can be sent now. */
export const sessionMachine = session.createMachine({
  id: 'session',
  context: { hospital: null, login: null, account: null, identity: null, epoch: 0, unproven: null, expiry: null },
  invoke: { id: 'peers', src: 'peers' },
  on: {
    'hospital.changed': {
      guard: { type: 'isSameHospital', params: ({ event }) => event.hospital },
      actions: { type: 'setHospital', params: ({ event }) => event.hospital },
    },
  },
  initial: 'booting',
  states: {
    booting: {
      tags: 'settling',
      initial: 'configuring',
      states: {
        configuring: {
          invoke: { id: 'configure', src: 'configure', onDone: 'findingHospital', onError: unreachableHospital },
        },
        findingHospital: {
          invoke: {
            id: 'findHospital',
            src: 'findHospital',
            onDone: [
              {
                guard: hospital.is('found'),
                target: 'restoring',
                actions: { type: 'setHospital', params: hospital.params('found', (answer) => answer.hospital) },
              },
              { guard: hospital.is('disabled'), target: '#session.hospitalProblem.disabled' },
              { guard: hospital.is('expired'), target: '#session.hospitalProblem.expired' },
              { target: '#session.hospitalProblem.unknown' },
            ],
            onError: unreachableHospital,
          },
        },
        restoring: {
          invoke: {
            id: 'restore',
            src: 'restore',
            input: ({ context }) => context.hospital,
            onDone: [
              { guard: restored.is('nothing'), target: '#session.signedOut' },
              { guard: restored.is('fresh'), target: '#session.active', actions: resume },
              { guard: restored.is('stale'), target: renewing, actions: resume },
              { guard: restored.is('freshLocked'), target: lockedScreen, actions: resume },
              { target: [renewing, lockedScreen], actions: resume },
            ],
            onError: '#session.signedOut',
          },
        },
      },
    },
    hospitalProblem: {
      initial: 'unreachable',
      on: { 'retry.requested': 'booting' },
      states: {
        unknown: {},
        disabled: {},
        expired: {},
        unreachable: { invoke: { id: 'hospitalLink', src: 'linkWatch' }, on: { 'link.restored': '#session.booting' } },
      },
    },
    signedOut: {
      on: {
        'login.accepted': { target: 'active', actions: [begin, storeLogin] },
        'peer.signedIn': { target: 'active', actions: begin },
      },
    },
    active: {
      tags: 'signedIn',
      type: 'parallel',
      on: {
        'logout.requested': { target: 'signedOut', actions: ['endLogin', 'forget'] },
        'peer.signedOut': { target: 'signedOut', actions: 'forget' },
        'login.accepted': { target: 'reopening', actions: [storeLogin, 'forget'] },
        'peer.signedIn': { target: 'replaced', actions: 'forget' },
        'peer.renewed': { guard: { type: 'isOtherPerson', params: loginOf }, target: 'replaced', actions: 'forget' },
        'storage.emptied': { guard: not(isExpired), target: 'signedOut', actions: 'forget' },
      },
      states: { access, account, screen },
    },
    /** Another person signed in in another tab. This tab closes its work and sends no more requests. */
    replaced: {
      on: { 'reopen.requested': 'reopening', 'peer.signedOut': 'reopening', 'storage.emptied': 'reopening' },
    },
    /** The page reloads for the person who signed in last. */
    reopening: { invoke: { id: 'reopen', src: 'reopen', onError: 'signedOut' } },
    /** The user confirmed that the session expired: storage is cleared and the page reloads. */
    startingOver: {
      invoke: { id: 'startOver', src: 'startOver', onError: { target: 'signedOut', actions: 'forget' } },
    },
  },
});

export type Session = ActorRefFrom<typeof sessionMachine>;
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;
