import * as z from 'zod/mini';
import { HospitalId } from '../../contract/ids.ts';
import type { SessionEvent } from '../machines/session.ts';
import type { TabChannel } from './crossTab.ts';
import { StoredLogin } from './loginMirror.ts';
import type { TokenStore } from './tokenStore.ts';

/** Sign-in changes sent between the tabs of a browser. */
const PeerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['signedIn', 'renewed']), login: z.omit(StoredLogin, { savedAt: true, tenantId: true }) }),
  z.object({ kind: z.literal('expired'), access: z.string() }),
  z.object({ kind: z.enum(['signedOut', 'locked', 'unlocked']) }),
]);
type PeerMessage = z.infer<typeof PeerMessage>;

/** Tabs of another hospital on the same host ignore the message. */
export const SessionMessage = z.object({ tenantId: HospitalId, news: PeerMessage });
export type SessionMessage = z.infer<typeof SessionMessage>;

type Needs = {
  readonly channel: TabChannel<SessionMessage>;
  readonly store: TokenStore;
  /** Source of storage events and of the page becoming visible. */
  readonly window: EventTarget;
  readonly page: EventTarget;
};

const plain = { signedOut: 'peer.signedOut', locked: 'peer.locked', unlocked: 'peer.unlocked' } as const;

function eventOf(message: PeerMessage): SessionEvent {
  switch (message.kind) {
    case 'signedIn':
      return { type: 'peer.signedIn', login: message.login };
    case 'renewed':
      return { type: 'peer.renewed', login: message.login };
    case 'expired':
      return { type: 'peer.expired', access: message.access };
    default:
      return { type: plain[message.kind] };
  }
}

const quietMs = 100;

/**
 * Turns messages and storage changes of other tabs into session events. The channel is fast and complete; storage
 * serves tabs that were frozen and programs on this origin without the channel.
 */
export function createSessionChannel({ channel, store, window, page }: Needs) {
  const post = (message: PeerMessage) => {
    const hospitalId = HospitalId.safeParse(store.hospitalId());
    if (hospitalId.success) channel.post({ tenantId: hospitalId.data, news: message });
  };
  const listen = (usedAccess: () => string | null, send: (event: SessionEvent) => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Other tabs write several keys in a row: reads after all have arrived. */
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, quietMs);
    };
    const look = () => {
      const used = usedAccess();
      const stored = store.read();
      if (stored.access === used) return;
      if (stored.access === null) send({ type: 'storage.emptied' });
      else if (stored.login) send({ type: used === null ? 'peer.signedIn' : 'peer.renewed', login: stored.login });
      else send({ type: 'storage.differs' });
    };
    const onStorage = (event: Event) => {
      if (event instanceof StorageEvent && (event.key === null || /TOKEN$|^LOGIN_INFO$/.test(event.key))) lookSoon();
    };
    const stopListening = channel.listen(({ tenantId: hospitalId, news: message }) => {
      if (hospitalId === store.hospitalId()) send(eventOf(message));
    });
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', lookSoon);
    page.addEventListener('visibilitychange', lookSoon);
    return () => {
      clearTimeout(timer);
      stopListening();
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', lookSoon);
      page.removeEventListener('visibilitychange', lookSoon);
    };
  };
  return { post, listen };
}

export type SessionChannel = ReturnType<typeof createSessionChannel>;
