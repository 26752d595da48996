import type { Identity } from '../accounts/identities.ts';

/**
 * The names of Socket.IO rooms. Each begins with its hospital, so that events never reach another hospital. Processes of
 * two versions share them while one replaces the other.
 */
export const rooms = {
  conversation: (hospitalId: string, id: string) => `tenant:${hospitalId}:conversation:${id}`,
  /** The sockets of one party of a conversation. */
  side: (hospitalId: string, conversationId: string, type: number) =>
    `tenant:${hospitalId}:conversation:${conversationId}:${type}`,
  session: (hospitalId: string, id: string) => `tenant:${hospitalId}:session:${id}`,
  person: (hospitalId: string, kind: Identity['kind'], id: string) => `tenant:${hospitalId}:${kind}:${id}`,
  /** Every member of staff. */
  staff: (hospitalId: string) => `tenant:${hospitalId}:staff`,
  awaiting: (hospitalId: string) => `tenant:${hospitalId}:awaiting`,
  audit: (hospitalId: string) => `tenant:${hospitalId}:audit`,
};

export const isPersonRoom = (room: string): boolean => /^tenant:\d+:(staff|patient):\d+$/.test(room);

/** The hospital, conversation and party type of a side's room; null for another room. */
export function readSide(room: string): { hospitalId: string; conversationId: string; type: number } | null {
  const [, hospitalId, conversationId, type] = /^tenant:(\d+):conversation:(\d+):(\d+)$/.exec(room) ?? [];
  return hospitalId && conversationId && type ? { hospitalId, conversationId, type: Number(type) } : null;
}
