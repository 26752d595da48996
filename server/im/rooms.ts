import type { Identity } from '../accounts/identities.ts';

/** The names of Socket.IO rooms. Each begins with its hospital, so that events never reach another hospital. */
export const rooms = {
  conversation: (hospitalId: string, id: string) => `hospital:${hospitalId}:conversation:${id}`,
  /** The sockets of one party of a conversation. */
  side: (hospitalId: string, conversationId: string, type: number) =>
    `hospital:${hospitalId}:conversation:${conversationId}:${type}`,
  session: (hospitalId: string, id: string) => `hospital:${hospitalId}:session:${id}`,
  person: (hospitalId: string, kind: Identity['kind'], id: string) => `hospital:${hospitalId}:${kind}:${id}`,
  /** Every member of staff. */
  staff: (hospitalId: string) => `hospital:${hospitalId}:staff`,
  awaiting: (hospitalId: string) => `hospital:${hospitalId}:awaiting`,
  audit: (hospitalId: string) => `hospital:${hospitalId}:audit`,
};

export const isPersonRoom = (room: string): boolean => /^hospital:\d+:(staff|patient):\d+$/.test(room);

/** The hospital, conversation and party type of a side's room; null for another room. */
export function readSide(room: string): { hospitalId: string; conversationId: string; type: number } | null {
  const [, hospitalId, conversationId, type] = /^hospital:(\d+):conversation:(\d+):(\d+)$/.exec(room) ?? [];
  return hospitalId && conversationId && type ? { hospitalId, conversationId, type: Number(type) } : null;
}
