import { useState } from 'react';
import type { ChatMessage, Timeline } from '../../domain/timeline.ts';
import { answeredAfter, arrivedAfter, firstUnreadAt, lastSeqOf } from './unreadRows.ts';

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

/** Where the unread messages begin, up to where was read before, and whether the doctor has written since the opening. */
type FirstUnread = { readonly line: UnreadLine | null; readonly readUpTo: number; readonly isAnswered: () => boolean };

/**
 * The line over the first message that was unread when the chat was opened: it stays until the doctor leaves, and moves
 * only back. Opening the chat reads it to its end, so a read position does not tell that what is above was seen.
 */
export function useFirstUnread(timeline: Timeline): FirstUnread {
  const [opening] = useState(() => ({ readUpTo: timeline.doctorReadUpTo, end: lastSeqOf(timeline.messages) }));
  const [line, setLine] = useState(() => lineIn(timeline, opening));
  const front: ChatMessage | undefined = timeline.messages[0];
  const { readUpTo, end } = opening;
  const isAnswered = () => answeredAfter(timeline.messages, end);
  if (line === null || line.front === (front?.key ?? null)) return { line, readUpTo, isAnswered };
  const next = lineIn(timeline, opening);
  setLine(next);
  return { line: next, readUpTo, isAnswered };
}
