import * as z from 'zod/mini';
import { TenantId } from '../../contract/ids.ts';
import type { SessionEvent } from '../machines/sessionSetup.ts';
import type { TabChannel } from './crossTab.ts';
import { KeptLogin } from './loginMirror.ts';
import type { TokenStore } from './tokenStore.ts';

/** Sign-in changes sent between the tabs of a browser. */
const News = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['signedIn', 'renewed']), login: z.omit(KeptLogin, { savedAt: true, tenantId: true }) }),
  z.object({ kind: z.literal('expired'), access: z.string() }),
  z.object({ kind: z.enum(['signedOut', 'locked', 'unlocked']) }),
]);
type News = z.infer<typeof News>;

/** Tabs of another hospital on the same host ignore the message. */
export const SessionNews = z.object({ tenantId: TenantId, news: News });
export type SessionNews = z.infer<typeof SessionNews>;

type Needs = {
  readonly channel: TabChannel<SessionNews>;
  readonly store: TokenStore;
  /** Source of storage events and of the page becoming visible. */
  readonly window: EventTarget;
  readonly page: EventTarget;
};

const plain = { signedOut: 'peer.signedOut', locked: 'peer.locked', unlocked: 'peer.unlocked' } as const;

function eventOf(news: News): SessionEvent {
  switch (news.kind) {
    case 'signedIn':
      return { type: 'peer.signedIn', login: news.login };
    case 'renewed':
      return { type: 'peer.renewed', login: news.login };
    case 'expired':
      return { type: 'peer.expired', access: news.access };
    default:
      return { type: plain[news.kind] };
  }
}

const settleMs = 100;

/**
 * Turns messages and storage changes of other tabs into session events. The channel is fast and complete; storage
 * serves tabs that were frozen and programs on this origin without the channel.
 */
export function sessionNews({ channel, store, window, page }: Needs) {
  const tell = (news: News) => {
    const tenantId = TenantId.safeParse(store.tenantId());
    if (tenantId.success) channel.post({ tenantId: tenantId.data, news });
  };
  const listen = (usedAccess: () => string | null, send: (event: SessionEvent) => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Other tabs write several keys in a row: reads after all have arrived. */
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, settleMs);
    };
    const look = () => {
      const used = usedAccess();
      const stored = store.read();
      if (stored.access === used) return;
      if (stored.access === null) send({ type: 'storage.emptied' });
      else if (stored.login) send({ type: used === null ? 'peer.signedIn' : 'peer.renewed', login: stored.login });
      else send({ type: 'storage.differs' });
    };
    const hear = (event: Event) => {
      if (event instanceof StorageEvent && (event.key === null || /TOKEN$|^LOGIN_INFO$/.test(event.key))) lookSoon();
    };
    const stopListening = channel.listen(({ tenantId, news }) => {
      if (tenantId === store.tenantId()) send(eventOf(news));
    });
    window.addEventListener('storage', hear);
    window.addEventListener('pageshow', lookSoon);
    page.addEventListener('visibilitychange', lookSoon);
    return () => {
      clearTimeout(timer);
      stopListening();
      window.removeEventListener('storage', hear);
      window.removeEventListener('pageshow', lookSoon);
      page.removeEventListener('visibilitychange', lookSoon);
    };
  };
  return { tell, listen };
}

export type SessionNewsService = ReturnType<typeof sessionNews>;
