import type { Identity } from '../accounts/identities.ts';

/** The rooms that sockets are in. Each name begins with its hospital, so that no hospital hears another. */
export const rooms = {
  conversation: (tenantId: string, id: string) => `tenant:${tenantId}:conversation:${id}`,
  /** The sockets of one side of a conversation. */
  side: (tenantId: string, conversationId: string, type: number) =>
    `tenant:${tenantId}:conversation:${conversationId}:${type}`,
  session: (tenantId: string, id: string) => `tenant:${tenantId}:session:${id}`,
  person: (tenantId: string, kind: Identity['kind'], id: string) => `tenant:${tenantId}:${kind}:${id}`,
  awaiting: (tenantId: string) => `tenant:${tenantId}:awaiting`,
  audit: (tenantId: string) => `tenant:${tenantId}:audit`,
};
