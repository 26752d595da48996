import { assign, fromCallback, setup } from 'xstate';
import type { Account, Identity, Login, Tenant } from '../domain/session.ts';
import { placeholderActor } from './actors.ts';

export type TenantAnswer =
  | { readonly outcome: 'found'; readonly tenant: Tenant }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'disabled' };

/** What this browser kept from before: nothing, or a sign-in that may be out of date and may have been locked. */
export type Restored =
  | { readonly outcome: 'nothing' }
  | {
      readonly outcome: 'fresh' | 'stale' | 'freshLocked' | 'staleLocked';
      readonly login: Login;
      readonly account: Account | null;
    };

/** How a renewal ended. Only `refused` is the platform's definite no; `unreachable` may work later. */
export type Renewal =
  | { readonly outcome: 'renewed'; readonly login: Login }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unreachable'; readonly retryAt: number }
  | { readonly outcome: 'otherPerson' }
  | { readonly outcome: 'signedOut' };

/** `spent`: the token must not be renewed once more; only a newer one in the storage helps. */
export type RefreshInput = { readonly login: Login | null; readonly tenant: Tenant | null; readonly spent: boolean };

/** What one tab tells the others, and an invoked actor the machine. */
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
  /** Counts the people and logouts of this tab, so that nothing of one outlives it into the next. */
  readonly epoch: number;
  /** A token renewed for waiting requests that no answer has confirmed yet: refused as well, it ends the session. */
  readonly unproven: string | null;
  /** Why the session is over: the platform said no, or it could not be asked. */
  readonly expiry: 'refused' | 'unreachable' | null;
};

type Beginning = { readonly login: Login | null; readonly account: Account | null };

const nobody = { login: null, account: null, identity: null, expiry: null, unproven: null } as const;

const watching = <Input = void>() => fromCallback<{ type: 'unused' }, Input>(() => {});

/** The words that the session machine is written in. */
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
    idleWatch: watching<number>(),
    dialogTurn: watching<{ readonly heard: boolean }>(),
    linkWatch: watching(),
  },
  actions: {
    /** Writes a new sign-in where all tabs find it, and tells them. */
    storeLogin: (_, _login: Login) => {},
    /** Forgets the tokens everywhere, tells the other tabs and the platform. */
    endLogin: (_, _login: Login | null) => {},
    announceExpired: (_, _login: Login | null) => {},
    /** Only logged: the product works without the lists (specification, section 8). */
    noteMissingData: () => {},
    /** Notes it where a reload finds it, and tells the other tabs. */
    markLocked: () => {},
    markUnlocked: () => {},
    /** Notes what another tab told, since its own note may reach this tab's storage later. */
    noteLocked: (_, _locked: boolean) => {},
    keepTenant: assign((_, tenant: Tenant | null) => ({ tenant })),
    /** A person begins: everything of the one before belongs to an older epoch. */
    begin: assign(({ context: { tenant, epoch } }, { login, account }: Beginning) => ({
      ...nobody,
      login,
      account,
      identity: tenant && login && { tenantId: tenant.id, userId: login.userId, epoch: epoch + 1 },
      epoch: epoch + 1,
    })),
    keepLogin: assign((_, login: Login) => ({ login, expiry: null, unproven: null })),
    keepRenewed: assign(({ context }, { login, unproven }: { login: Login | null; unproven: boolean }) => ({
      login: login ?? context.login,
      expiry: null,
      unproven: unproven ? (login?.accessToken ?? null) : null,
    })),
    keepAccount: assign((_, account: Account) => ({ account })),
    postpone: assign(({ context: { login } }, renewAt: number) => ({ login: login && { ...login, renewAt } })),
    forget: assign(({ context }) => ({ ...nobody, epoch: context.epoch + 1 })),
    noteExpiry: assign((_, expiry: 'refused' | 'unreachable') => ({ expiry })),
    trust: assign({ unproven: null }),
    doubt: assign((_, access: string) => ({ unproven: access })),
  },
  guards: {
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
export const keepLogin = { type: 'keepLogin', params: loginOf } as const;
export const storeLogin = { type: 'storeLogin', params: loginOf } as const;
