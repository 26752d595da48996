import { currentLogin, isSamePerson, session } from './sessionSetup.ts';

/** The account of the signed-in person. A failed load does not block the work. */
export const account = session.createStateConfig({
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
export const screen = session.createStateConfig({
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
