import { useState } from 'react';
import type { ChatMessage, Timeline } from '../../domain/timeline.ts';
import { arrivedAfter, firstUnreadAt, lastSeqOf } from './unreadRows.ts';

/** Where the unread messages begin, as far as the chat is loaded. */
export type UnreadLine = {
  readonly key: string;
  readonly count: number;
  /** Nothing unread lies further back than what is loaded. */
  readonly whole: boolean;
  /** The first message of which this was found out. */
  readonly front: string | null;
};

type Opening = { readonly readUpTo: number; readonly end: number };

function lineIn({ messages, hasOlder }: Timeline, { readUpTo, end }: Opening): UnreadLine | null {
  const first = messages[firstUnreadAt(messages, readUpTo)];
  if (first === undefined) return null;
  const [front] = messages;
  return {
    key: first.key,
    count: arrivedAfter(messages, readUpTo) - arrivedAfter(messages, end),
    whole: !hasOlder || (front?.seq ?? 0) <= readUpTo + 1,
    front: front?.key ?? null,
  };
}

/** The line over the first message that was unread when the chat was opened: it stays until the doctor leaves, and moves only back. */
export function useFirstUnread(timeline: Timeline): { readonly line: UnreadLine | null; readonly readUpTo: number } {
  const [opening] = useState(() => ({ readUpTo: timeline.doctorReadUpTo, end: lastSeqOf(timeline.messages) }));
  const [line, setLine] = useState(() => lineIn(timeline, opening));
  const front: ChatMessage | undefined = timeline.messages[0];
  if (line === null || line.front === (front?.key ?? null)) return { line, readUpTo: opening.readUpTo };
  const next = lineIn(timeline, opening);
  setLine(next);
  return { line: next, readUpTo: opening.readUpTo };
}
