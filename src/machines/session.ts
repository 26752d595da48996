import { type ActorRefFrom, and, assign, fromCallback, not, type SnapshotFrom, setup, stateIn } from 'xstate';
import { type ServiceHours, wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import {
  type Account,
  type Identity,
  type Landing,
  type Login,
  landingOf,
  type RefreshInput,
  type Renewal,
  type Restored,
  type Role,
  roleIn,
  type Tenant,
  type TenantAnswer,
} from '../domain/session.ts';
import { endedAs, placeholderActor } from './actors.ts';

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
  | { type: 'tenant.changed'; tenant: Tenant }
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
  readonly tenant: Tenant | null;
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

const nobody = { login: null, account: null, identity: null, expiry: null, unproven: null } as const;

const watching = <Input = void>() => fromCallback<{ type: 'unused' }, Input>(() => {});

/** Types, actors, actions and guards of the session machine. */
const session = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'settling' | 'usable' | 'signedIn' | 'dialog' | 'bar' | 'relogin' | 'lockNear' | 'locked',
  },
  actors: {
    configure: placeholderActor<void>('configure'),
    findTenant: placeholderActor<TenantAnswer>('findTenant'),
    restore: placeholderActor<Restored, Tenant | null>('restore'),
    refresh: placeholderActor<Renewal, RefreshInput>('refresh'),
    loadAccount: placeholderActor<Account, Login | null>('loadAccount'),
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
    endLogin: (_, _login: Login | null) => {},
    announceExpired: (_, _login: Login | null) => {},
    /** Only logged: the product works without the dictionaries. */
    noteMissingData: () => {},
    /** Stores the lock so that it survives a reload, and notifies the other tabs. */
    markLocked: () => {},
    markUnlocked: () => {},
    /** Stores another tab's lock here too, since its write may arrive later than its message. */
    noteLocked: (_, _locked: boolean) => {},
    setTenant: assign((_, tenant: Tenant | null) => ({ tenant })),
    /** Starts a new session; results of the session before it belong to an older epoch. */
    begin: assign(({ context: { tenant, epoch } }, { login, account }: Pick<SessionContext, 'login' | 'account'>) => ({
      ...nobody,
      login,
      account,
      identity: tenant && login && { tenantId: tenant.id, userId: login.userId, epoch: epoch + 1 },
      epoch: epoch + 1,
    })),
    setLogin: assign((_, login: Login) => ({ login, expiry: null, unproven: null })),
    setRenewedLogin: assign(({ context }, { login, unproven }: { login: Login | null; unproven: boolean }) => ({
      login: login ?? context.login,
      expiry: null,
      unproven: unproven ? (login?.accessToken ?? null) : null,
    })),
    setAccount: assign((_, account: Account) => ({ account })),
    postpone: assign(({ context: { login } }, renewAt: number) => ({ login: login && { ...login, renewAt } })),
    forget: assign(({ context }) => ({ ...nobody, epoch: context.epoch + 1 })),
    noteExpiry: assign((_, expiry: 'refused' | 'unreachable') => ({ expiry })),
    clearUnproven: assign({ unproven: null }),
    markUnproven: assign((_, access: string) => ({ unproven: access })),
  },
  guards: {
    isSameTenant: ({ context }, tenant: Tenant) => context.tenant?.id === tenant.id,
    isCurrent: ({ context }, access: string) => context.login?.accessToken === access,
    isSamePerson: ({ context }, login: Login) => context.login?.userId === login.userId,
    isOtherPerson: ({ context }, login: Login) => context.login?.userId !== login.userId,
    isNewer: ({ context }, login: Login) =>
      context.login?.userId === login.userId &&
      context.login.accessToken !== login.accessToken &&
      login.expiresTime >= context.login.expiresTime,
    isUnproven: ({ context }, access: string) => context.unproven === access,
    isUnreachable: ({ context }) => context.expiry === 'unreachable',
  },
  delays: { accountRetry: 10_000 },
});

type At = { context: SessionContext };

const loginOf = ({ event }: { event: { login: Login } }) => event.login;
const currentLogin = ({ context }: At) => context.login;
const accessOf = ({ event }: { event: { access: string } }) => event.access;
const isCurrent = { type: 'isCurrent', params: accessOf } as const;
const isSamePerson = { type: 'isSamePerson', params: loginOf } as const;
const setLogin = { type: 'setLogin', params: loginOf } as const;
const storeLogin = { type: 'storeLogin', params: loginOf } as const;
const tenant = endedAs<TenantAnswer>();
const restored = endedAs<Restored>();
const renewal = endedAs<Renewal>();
const refused = { type: 'noteExpiry', params: 'refused' } as const;
const unreachable = { type: 'noteExpiry', params: 'unreachable' } as const;
const isAhead = stateIn('#session.active.access.refreshing.ahead');
const setRenewedLogin = (unproven: boolean) =>
  ({ type: 'setRenewedLogin', params: renewal.params('renewed', ({ login }) => ({ login, unproven })) }) as const;
const resume = {
  type: 'begin',
  params: ({ event }: { event: { output: Restored } }) => ({
    login: event.output.outcome === 'nothing' ? null : event.output.login,
    account: event.output.outcome === 'nothing' ? null : event.output.account,
  }),
} as const;
const begin = {
  type: 'begin',
  params: ({ event }: { event: { login: Login } }) => ({ login: event.login, account: null }),
} as const;

/** Whether the access token can be used now. Requests wait while it is renewed for a refused request. */
const access = session.createStateConfig({
  initial: 'fresh',
  on: {
    'login.accepted': { guard: isSamePerson, target: '.fresh', reenter: true, actions: [setLogin, storeLogin] },
    'peer.signedIn': { guard: isSamePerson, target: '.fresh', reenter: true, actions: setLogin },
    'peer.renewed': { guard: { type: 'isNewer', params: loginOf }, target: '.fresh', reenter: true, actions: setLogin },
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
        'replay.refused': {
          guard: isCurrent,
          target: 'refreshing.awaited',
          actions: { type: 'markUnproven', params: accessOf },
        },
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
        input: ({ context: { login, tenant, unproven } }) => ({
          login,
          tenant,
          spent: login !== null && unproven === login.accessToken,
        }),
        onDone: [
          { guard: and([renewal.is('renewed'), isAhead]), target: 'fresh', actions: setRenewedLogin(false) },
          { guard: renewal.is('renewed'), target: 'fresh', actions: setRenewedLogin(true) },
          { guard: renewal.is('otherPerson'), target: '#session.replaced', actions: 'forget' },
          { guard: renewal.is('signedOut'), target: '#session.signedOut', actions: 'forget' },
          {
            guard: renewal.is('refused'),
            target: 'expired',
            actions: [refused, { type: 'announceExpired', params: currentLogin }],
          },
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
            'retry.requested': { guard: 'isUnreachable', target: '#session.active.access.refreshing.awaited' },
            'link.restored': { guard: 'isUnreachable', target: '#session.active.access.refreshing.awaited' },
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
  states: {
    loading: {
      invoke: {
        id: 'loadAccount',
        src: 'loadAccount',
        input: currentLogin,
        onDone: { target: 'known', actions: { type: 'setAccount', params: ({ event }) => event.output } },
        onError: 'unknown',
      },
    },
    known: {
      invoke: { id: 'loadInitialData', src: 'loadInitialData', onError: { actions: 'noteMissingData' } },
      on: { 'account.changed': 'loading' },
    },
    /** The account could not be loaded; the dictionaries load anyway. */
    unknown: {
      invoke: { id: 'loadInitialData', src: 'loadInitialData', onError: { actions: 'noteMissingData' } },
      after: { accountRetry: 'loading' },
      on: { 'account.changed': 'loading', 'login.accepted': 'loading', 'peer.renewed': 'loading' },
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
  context: { tenant: null, login: null, account: null, identity: null, epoch: 0, unproven: null, expiry: null },
  invoke: { id: 'peers', src: 'peers' },
  on: {
    'tenant.changed': {
      guard: { type: 'isSameTenant', params: ({ event }) => event.tenant },
      actions: { type: 'setTenant', params: ({ event }) => event.tenant },
    },
  },
  initial: 'booting',
  states: {
    booting: {
      tags: 'settling',
      initial: 'configuring',
      states: {
        configuring: {
          invoke: {
            id: 'configure',
            src: 'configure',
            onDone: 'findingTenant',
            onError: '#session.tenantProblem.unreachable',
          },
        },
        findingTenant: {
          invoke: {
            id: 'findTenant',
            src: 'findTenant',
            onDone: [
              {
                guard: tenant.is('found'),
                target: 'restoring',
                actions: {
                  type: 'setTenant',
                  params: tenant.params('found', (answer) => answer.tenant),
                },
              },
              { guard: tenant.is('disabled'), target: '#session.tenantProblem.disabled' },
              { guard: tenant.is('expired'), target: '#session.tenantProblem.expired' },
              { target: '#session.tenantProblem.unknown' },
            ],
            onError: '#session.tenantProblem.unreachable',
          },
        },
        restoring: {
          invoke: {
            id: 'restore',
            src: 'restore',
            input: ({ context }) => context.tenant,
            onDone: [
              { guard: restored.is('nothing'), target: '#session.signedOut' },
              { guard: restored.is('fresh'), target: '#session.active', actions: resume },
              { guard: restored.is('stale'), target: '#session.active.access.refreshing.awaited', actions: resume },
              { guard: restored.is('freshLocked'), target: '#session.active.screen.locked', actions: resume },
              {
                target: ['#session.active.access.refreshing.awaited', '#session.active.screen.locked'],
                actions: resume,
              },
            ],
            onError: '#session.signedOut',
          },
        },
      },
    },
    tenantProblem: {
      initial: 'unreachable',
      on: { 'retry.requested': 'booting' },
      states: {
        unknown: {},
        disabled: {},
        expired: {},
        unreachable: {
          invoke: { id: 'tenantLink', src: 'linkWatch' },
          on: { 'link.restored': '#session.booting' },
        },
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
        'logout.requested': { target: 'signedOut', actions: [{ type: 'endLogin', params: currentLogin }, 'forget'] },
        'peer.signedOut': { target: 'signedOut', actions: 'forget' },
        'login.accepted': { target: 'reopening', actions: [storeLogin, 'forget'] },
        'peer.signedIn': { target: 'replaced', actions: 'forget' },
        'peer.renewed': { guard: { type: 'isOtherPerson', params: loginOf }, target: 'replaced', actions: 'forget' },
        'storage.emptied': {
          guard: not(stateIn('#session.active.access.expired')),
          target: 'signedOut',
          actions: 'forget',
        },
      },
      states: {
        access,
        account,
        screen,
      },
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

/** The signed-in person, or null. The object stays identical until the person changes. */
export const identityOf = (s: SessionSnapshot): Identity | null => s.context.identity;

/** The landing page after signing in; null while nobody is signed in or the account is loading. */
export const arrivalOf = (s: SessionSnapshot): Landing | null =>
  s.hasTag('usable') && !s.matches({ active: { account: 'loading' } }) ? landingOf(s.context.account) : null;

/** What the page may show: a loading screen, a hospital problem, "another person signed in", or the screens. */
type PageState = 'opening' | 'unknown' | 'disabled' | 'expired' | 'unreachable' | 'replaced' | 'open';

export function pageState({ value }: SessionSnapshot): PageState {
  if (typeof value === 'object' && 'tenantProblem' in value) return value.tenantProblem;
  if (value === 'replaced') return 'replaced';
  return value === 'signedOut' || (typeof value === 'object' && 'active' in value) ? 'open' : 'opening';
}

export const isSignedIn = (s: SessionSnapshot): boolean => s.matches('active');

/** True if somebody logged out in this tab since it was opened. */
export const hasLeft = (s: SessionSnapshot): boolean => s.matches('signedOut') && s.context.epoch > 0;

export const isLocked = (s: SessionSnapshot): boolean => s.hasTag('locked');

/** Null while the account is loading. If the account cannot be loaded, the role is doctor, as on the landing page. */
export const roleOf = (s: SessionSnapshot): Role | null =>
  s.context.account || s.matches({ active: { account: 'unknown' } }) ? roleIn(s.context.account) : null;

/** Whether the platform accepts nothing but a change of the password. */
export const mustChangePassword = (s: SessionSnapshot): boolean => s.context.account?.mustChangePassword === true;

/** The signed-in person's name, or nothing. */
export const ownNameIn = (s: SessionSnapshot): string => s.context.account?.name ?? '';

export const ownPictureIn = (s: SessionSnapshot): string | null => s.context.account?.avatar ?? null;

/** The hospital's name as the account or else the page has it, or nothing. */
export const hospitalNameIn = (s: SessionSnapshot): string =>
  s.context.account?.hospitalName ?? s.context.tenant?.name ?? '';

/** The name of the hospital behind this address, or nothing. */
export const siteNameIn = (s: SessionSnapshot): string => s.context.tenant?.name ?? '';

export const siteLogoIn = (s: SessionSnapshot): string | null => s.context.tenant?.logo ?? null;

/** The hospital's service hours, in which waits count towards their limits. */
export const serviceHoursIn = (s: SessionSnapshot): ServiceHours => s.context.tenant?.serviceHours ?? wholeDay;

/** After how long without input the screen locks. */
export const idleLockMsIn = (s: SessionSnapshot): number => s.context.tenant?.idleLockMs ?? 0;

/** Whether requests can be sent without waiting. */
export const isUsable = (s: SessionSnapshot): boolean => s.hasTag('usable');

/** Whether the person is asked what to do about the expired session. */
export const asksAboutExpiry = (s: SessionSnapshot): boolean => s.hasTag('dialog');

/** Whether the bar says that the session expired. */
export const showsExpiry = (s: SessionSnapshot): boolean => s.hasTag('bar');

export const isSigningInAgain = (s: SessionSnapshot): boolean => s.hasTag('relogin');

/** Whether the session expired because the platform could not be reached. */
export const isExpiredUnreached = (s: SessionSnapshot): boolean => s.context.expiry === 'unreachable';

export const isNearlyIdle = (s: SessionSnapshot): boolean => s.hasTag('lockNear');
