import { type ActorRefFrom, not, type SnapshotFrom, stateIn } from 'xstate';
import { type ServiceHours, wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import { type Identity, type Landing, type Login, landingOf, type Role, roleIn } from '../domain/session.ts';
import { endedAs } from './actors.ts';
import { access } from './sessionAccess.ts';
import { account, screen } from './sessionAccountAndLock.ts';
import { currentLogin, loginOf, type Restored, session, storeLogin, type TenantAnswer } from './sessionSetup.ts';

const tenant = endedAs<TenantAnswer>();
const restored = endedAs<Restored>();
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
const endLogin = { type: 'endLogin', params: currentLogin } as const;

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
        'logout.requested': { target: 'signedOut', actions: [endLogin, 'forget'] },
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
type Gate = 'opening' | 'unknown' | 'disabled' | 'expired' | 'unreachable' | 'replaced' | 'open';

export function gateOf(s: SessionSnapshot): Gate {
  if (s.matches({ tenantProblem: 'unknown' })) return 'unknown';
  if (s.matches({ tenantProblem: 'disabled' })) return 'disabled';
  if (s.matches({ tenantProblem: 'expired' })) return 'expired';
  if (s.matches({ tenantProblem: 'unreachable' })) return 'unreachable';
  if (s.matches('replaced')) return 'replaced';
  return s.matches('active') || s.matches('signedOut') ? 'open' : 'opening';
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

/** The hospital's name as the account or else the page has it, or nothing. */
export const hospitalNameIn = (s: SessionSnapshot): string =>
  s.context.account?.hospitalName ?? s.context.tenant?.name ?? '';

/** The hospital's service hours, in which waits count towards their limits. */
export const serviceHoursIn = (s: SessionSnapshot): ServiceHours => s.context.tenant?.serviceHours ?? wholeDay;
