import { and, stateIn } from 'xstate';
import { endedAs } from './actors.ts';
import {
  accessOf,
  currentLogin,
  isCurrent,
  isNewer,
  isSamePerson,
  type Renewal,
  session,
  setLogin,
  storeLogin,
} from './sessionSetup.ts';

const renewal = endedAs<Renewal>();
const refused = { type: 'noteExpiry', params: 'refused' } as const;
const unreachable = { type: 'noteExpiry', params: 'unreachable' } as const;
const markUnproven = { type: 'markUnproven', params: accessOf } as const;
const isUnproven = { type: 'isUnproven', params: accessOf } as const;
const isAhead = stateIn('#session.active.access.refreshing.ahead');
const setRenewedLogin = (unproven: boolean) =>
  ({ type: 'setRenewedLogin', params: renewal.params('renewed', ({ login }) => ({ login, unproven })) }) as const;
const announceExpired = { type: 'announceExpired', params: currentLogin } as const;

/** Whether the access token can be used now. Requests wait while it is renewed for a refused request. */
export const access = session.createStateConfig({
  initial: 'fresh',
  on: {
    'login.accepted': { guard: isSamePerson, target: '.fresh', reenter: true, actions: [setLogin, storeLogin] },
    'peer.signedIn': { guard: isSamePerson, target: '.fresh', reenter: true, actions: setLogin },
    'peer.renewed': { guard: isNewer, target: '.fresh', reenter: true, actions: setLogin },
    'storage.differs': '.refreshing.awaited',
  },
  states: {
    fresh: {
      tags: 'usable',
      invoke: { id: 'tokenClock', src: 'tokenClock', input: ({ context }) => context.login?.renewAt ?? null },
      on: {
        'token.aged': 'refreshing.ahead',
        'token.refused': { guard: isCurrent, target: 'refreshing.awaited' },
        'token.proved': { guard: isUnproven, actions: 'clearUnproven' },
        'replay.refused': { guard: isCurrent, target: 'refreshing.awaited', actions: markUnproven },
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
          {
            guard: and([renewal.is('renewed'), isAhead]),
            target: 'fresh',
            actions: setRenewedLogin(false),
          },
          {
            guard: renewal.is('renewed'),
            target: 'fresh',
            actions: setRenewedLogin(true),
          },
          { guard: renewal.is('otherPerson'), target: '#session.replaced', actions: 'forget' },
          { guard: renewal.is('signedOut'), target: '#session.signedOut', actions: 'forget' },
          { guard: renewal.is('refused'), target: 'expired', actions: [refused, announceExpired] },
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
