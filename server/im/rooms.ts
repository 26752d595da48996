import type { Identity } from '../identities.ts';

/** The rooms that sockets are in. Each name begins with its hospital, so that no hospital hears another. */
export const roomsOf = (tenantId: string) => ({
  conversation: (id: string) => `tenant:${tenantId}:conversation:${id}`,
  /** The sockets of one side of a conversation. */
  side: (conversationId: string, type: number) => `tenant:${tenantId}:conversation:${conversationId}:${type}`,
  session: (id: string) => `tenant:${tenantId}:session:${id}`,
  person: (kind: Identity['kind'], id: string) => `tenant:${tenantId}:${kind}:${id}`,
  awaiting: `tenant:${tenantId}:awaiting`,
  audit: `tenant:${tenantId}:audit`,
});
