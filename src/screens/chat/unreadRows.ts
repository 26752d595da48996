import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ConversationId } from '../../../contract/ids.ts';
import type { ChatMessage, Timeline } from '../../domain/timeline.ts';
import { useWork } from '../app.ts';
import { onNextFrame } from '../onNextFrame.ts';

/** Positions that move by themselves change nothing on the screen: rows and lists are told of them in other ways. */
const looksAlike = (a: Timeline, b: Timeline): boolean =>
  a.messages === b.messages &&
  a.firstIndex === b.firstIndex &&
  a.hasOlder === b.hasOlder &&
  a.prescriptions === b.prescriptions &&
  a.state === b.state;

/** The chat of one conversation, followed from the moment it is shown, at most once a frame; null until then. */
export function useTimeline(conversationId: ConversationId): Timeline | null {
  const { inbox } = useWork();
  const shown = useRef<Timeline | null>(null);
  const subscribe = useCallback(
    (changed: () => void) => {
      let forget = () => {};
      // Not while drawing: the first look at a conversation makes news for the lists beside it.
      const timeline = inbox.timeline(conversationId);
      const show = () => {
        if (shown.current && looksAlike(shown.current, timeline.value)) return;
        shown.current = timeline.value;
        changed();
      };
      const subscription = timeline.subscribe(() => {
        if (shown.current === null) show();
        else forget = onNextFrame(show);
      });
      return () => {
        forget();
        subscription.unsubscribe();
        shown.current = null;
      };
    },
    [inbox, conversationId],
  );
  return useSyncExternalStore(subscribe, () => shown.current);
}

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

/** Where the unread messages begin, as far as the chat is loaded. */
type UnreadLine = {
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

/** Whether a dialog, a viewer, a paper or the locked screen lies over it: all of them put what is below out of reach. */
const isCovered = (log: Element): boolean =>
  document.documentElement.dataset.locked !== undefined || log.closest('[inert], [aria-hidden="true"]') !== null;

type Needs = {
  readonly log: RefObject<HTMLElement | null>;
  /** The end of the chat is in view, as far as the list has told yet. */
  readonly onScreen: boolean;
  readonly isAtEnd: () => boolean;
  readonly lastSeq: number;
  readonly seen: (seq: number) => void;
};

/** Tells up to where the chat was seen: only while its end is on the screen, uncovered, in a visible tab. */
export function useSeen({ log, onScreen, isAtEnd, lastSeq, seen }: Needs): void {
  const tell = useRef(() => {});
  useEffect(() => {
    tell.current = () => {
      const isInView = onScreen && document.visibilityState === 'visible';
      if (isInView && lastSeq > 0 && log.current && !isCovered(log.current) && isAtEnd()) seen(lastSeq);
    };
    tell.current();
  }, [log, onScreen, isAtEnd, lastSeq, seen]);
  useEffect(() => {
    const look = () => tell.current();
    const covers = new MutationObserver(look);
    const page = log.current?.closest('#page > *, body > :not(#page)');
    covers.observe(document.documentElement, { attributeFilter: ['data-locked'] });
    if (page) covers.observe(page, { attributeFilter: ['inert', 'aria-hidden'] });
    document.addEventListener('visibilitychange', look);
    return () => {
      covers.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [log]);
}
