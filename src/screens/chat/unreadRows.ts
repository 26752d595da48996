import type { ChatMessage } from '../../domain/timeline.ts';

/** Where the first message stands that the doctor has not read yet; -1 when there is none. Looks from the end: chats are long. */
export function firstUnreadAt(messages: readonly ChatMessage[], readUpTo: number): number {
  let found = -1;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message === undefined || (message.seq !== null && message.seq <= readUpTo)) break;
    if (message.seq !== null && !message.mine) found = at;
  }
  return found;
}

/** How many messages of others have come after the given place. */
export function arrivedAfter(messages: readonly ChatMessage[], seq: number): number {
  let count = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message === undefined || (message.seq !== null && message.seq <= seq)) break;
    if (message.seq !== null && !message.mine) count += 1;
  }
  return count;
}

/** Whether the platform has something that the doctor wrote since the given place. */
export function answeredAfter(messages: readonly ChatMessage[], seq: number): boolean {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message === undefined || (message.seq !== null && message.seq <= seq)) return false;
    if (message.mine && message.seq !== null) return true;
  }
  return false;
}

/** The highest place in the chat; 0 while nothing is stored. */
export const lastSeqOf = (messages: readonly ChatMessage[]): number =>
  messages.findLast(({ seq }) => seq !== null)?.seq ?? 0;
