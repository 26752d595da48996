import type { Identity } from '../accounts/identities.ts';

/** The names of Socket.IO rooms. Each begins with its hospital, so that events never reach another hospital. */
export const rooms = {
  conversation: (tenantId: string, id: string) => `tenant:${tenantId}:conversation:${id}`,
  /** The sockets of one party of a conversation. */
  side: (tenantId: string, conversationId: string, type: number) =>
    `tenant:${tenantId}:conversation:${conversationId}:${type}`,
  session: (tenantId: string, id: string) => `tenant:${tenantId}:session:${id}`,
  person: (tenantId: string, kind: Identity['kind'], id: string) => `tenant:${tenantId}:${kind}:${id}`,
  /** Every member of staff. */
  staff: (tenantId: string) => `tenant:${tenantId}:staff`,
  awaiting: (tenantId: string) => `tenant:${tenantId}:awaiting`,
  audit: (tenantId: string) => `tenant:${tenantId}:audit`,
};

export const isPersonRoom = (room: string): boolean => /^tenant:\d+:(staff|patient):\d+$/.test(room);

/** The hospital, conversation and party type of a side's room; null for another room. */
export function readSide(room: string): { tenantId: string; conversationId: string; type: number } | null {
  const [, tenantId, conversationId, type] = /^tenant:(\d+):conversation:(\d+):(\d+)$/.exec(room) ?? [];
  return tenantId && conversationId && type ? { tenantId, conversationId, type: Number(type) } : null;
}
