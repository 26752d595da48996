import type { HospitalId } from '../../contract/ids.ts';
import type { Login } from '../domain/session.ts';
import type { SessionEvent } from '../machines/session.ts';
import type { Idle } from './idle.ts';
import type { PendingLogouts } from './pendingLogouts.ts';
import type { SessionChannel } from './sessionChannel.ts';
import type { TokenStore } from './tokenStore.ts';

type Needs = {
  readonly store: TokenStore;
  readonly idle: Idle;
  readonly peers: SessionChannel;
  readonly logouts: PendingLogouts;
};

/** Sign-ins of two tabs within `concurrentMs` count as concurrent; storage is compared after `compareAfterMs`. */
const concurrentMs = 10_000;
const compareAfterMs = 1_000;

/** Stores, replaces and ends the sign-in of this tab, and notifies the other tabs. */
export function createOwnLogin({ store, idle, peers, logouts }: Needs) {
  /** The latest sign-in of this tab, compared with concurrent sign-ins of other tabs. */
  let own: { readonly access: string; readonly at: number } | null = null;

  return {
    /** Stores a new sign-in and logs the replaced one out, so that it does not stay valid unused. */
    keep(login: Login, hospitalId: HospitalId) {
      const before = store.read().access;
      own = { access: login.accessToken, at: performance.now() };
      // Before the write, which keeps the mark of a locked screen.
      void store.setLocked(false);
      void store.write(login, hospitalId);
      idle.touch();
      idle.setLocked(false);
      peers.post({ kind: 'signedIn', login });
      if (before !== null && before !== login.accessToken) void logouts.end(before, hospitalId);
    },
    end(login: Login | null) {
      own = null;
      void store.clear();
      idle.setLocked(false);
      peers.post({ kind: 'signedOut' });
      if (login) void logouts.end(login.accessToken, store.hospitalId());
    },
    /**
     * When two tabs sign in concurrently, the tokens that remain in storage win. The tab whose tokens were overwritten
     * logs its own sign-in out at the platform.
     */
    compare(event: SessionEvent) {
      if (event.type !== 'peer.signedIn' || own === null || event.login.accessToken === own.access) return;
      const { access, at } = own;
      own = null;
      if (performance.now() - at > concurrentMs) return;
      setTimeout(() => {
        if (store.read().access !== access) void logouts.end(access, store.hospitalId());
      }, compareAfterMs);
    },
  };
}
