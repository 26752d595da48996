import { assign, fromCallback, setup } from 'xstate';
import type { Account, Identity, Login, Tenant } from '../domain/session.ts';
import { placeholderActor } from './actors.ts';

export type TenantAnswer =
  | { readonly outcome: 'found'; readonly tenant: Tenant }
  | { readonly outcome: 'unknown' | 'disabled' | 'expired' };

/** The stored sign-in of this browser, if any. Its token may have expired and its screen may be locked. */
export type Restored =
  | { readonly outcome: 'nothing' }
  | {
      readonly outcome: 'fresh' | 'stale' | 'freshLocked' | 'staleLocked';
      readonly login: Login;
      readonly account: Account | null;
    };

/** Result of a renewal. Only `refused` is final; `unreachable` is retried. */
export type Renewal =
  | { readonly outcome: 'renewed'; readonly login: Login }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unreachable'; readonly retryAt: number }
  | { readonly outcome: 'otherPerson' }
  | { readonly outcome: 'signedOut' };

/** `spent`: this token must not be renewed again; only a newer token in storage can be used. */
export type RefreshInput = { readonly login: Login | null; readonly tenant: Tenant | null; readonly spent: boolean };

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

export type SessionContext = {
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

type Beginning = { readonly login: Login | null; readonly account: Account | null };

const nobody = { login: null, account: null, identity: null, expiry: null, unproven: null } as const;

const watching = <Input = void>() => fromCallback<{ type: 'unused' }, Input>(() => {});

/** Types, actors, actions and guards of the session machine. */
export const session = setup({
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
    begin: assign(({ context: { tenant, epoch } }, { login, account }: Beginning) => ({
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

/** Parameters that several states use. */
export const loginOf = ({ event }: { event: { login: Login } }) => event.login;
export const currentLogin = ({ context }: At) => context.login;
export const accessOf = ({ event }: { event: { access: string } }) => event.access;
export const isCurrent = { type: 'isCurrent', params: accessOf } as const;
export const isSamePerson = { type: 'isSamePerson', params: loginOf } as const;
export const isNewer = { type: 'isNewer', params: loginOf } as const;
export const setLogin = { type: 'setLogin', params: loginOf } as const;
export const storeLogin = { type: 'storeLogin', params: loginOf } as const;
