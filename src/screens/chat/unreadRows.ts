import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ConversationId } from '../../../contract/ids.ts';
import type { ChatMessage } from '../../domain/message.ts';
import { isOfPatient, type Timeline } from '../../domain/timeline.ts';
import { useWork } from '../app/app.ts';
import { onNextFrame } from '../hooks/onNextFrame.ts';

/** Read positions alone change nothing on the screen here; rows and lists get them separately. */
const rendersEqual = (a: Timeline, b: Timeline): boolean =>
  a.messages === b.messages &&
  a.firstIndex === b.firstIndex &&
  a.hasOlder === b.hasOlder &&
  a.prescriptions === b.prescriptions &&
  a.state === b.state;

/** The timeline of a conversation, updated at most once per frame; null before the first subscription. */
export function useTimeline(conversationId: ConversationId): Timeline | null {
  const { inbox } = useWork();
  const shown = useRef<Timeline | null>(null);
  const subscribe = useCallback(
    (changed: () => void) => {
      let forget = () => {};
      // Not during render, because opening a timeline updates the lists beside it.
      const timeline = inbox.timeline(conversationId);
      const show = () => {
        if (shown.current && rendersEqual(shown.current, timeline.value)) return;
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

/** Index of the first unread message, or -1; searches from the end, because chats are long. */
export function firstUnreadAt(messages: readonly ChatMessage[], readUpTo: number): number {
  let found = -1;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message === undefined || (message.seq !== null && message.seq <= readUpTo)) break;
    if (message.seq !== null && isOfPatient(message)) found = at;
  }
  return found;
}

/** Number of the patient's messages after `seq`. */
export function arrivedAfter(messages: readonly ChatMessage[], seq: number): number {
  let count = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message === undefined || (message.seq !== null && message.seq <= seq)) break;
    if (message.seq !== null && isOfPatient(message)) count += 1;
  }
  return count;
}

/** Whether the platform has stored a message of the doctor after `seq`. */
export function answeredAfter(messages: readonly ChatMessage[], seq: number): boolean {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message === undefined || (message.seq !== null && message.seq <= seq)) return false;
    if (message.mine && message.seq !== null) return true;
  }
  return false;
}

/** Seq of the last stored message; 0 if there is none. */
export const lastSeqOf = (messages: readonly ChatMessage[]): number =>
  messages.findLast(({ seq }) => seq !== null)?.seq ?? 0;

/** Where the unread messages begin, as far as the chat is loaded. */
type UnreadLine = {
  readonly key: string;
  readonly count: number;
  /** True if no unread message is older than what is loaded. */
  readonly whole: boolean;
  /** Key of the first loaded message when this was computed. */
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

/** The unread line, the read position at opening, and whether the doctor has written since. */
type FirstUnread = { readonly line: UnreadLine | null; readonly readUpTo: number; readonly isAnswered: () => boolean };

/**
 * The line above the first message that was unread when the chat was opened. It stays until the chat closes and moves
 * only to older messages; the read position cannot replace it, because opening marks the chat as read to its end.
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

/** A dialog, viewer, side panel or lock screen over the chat makes it inert or hides it from screen readers. */
const isCovered = (log: Element): boolean =>
  document.documentElement.dataset.locked !== undefined || log.closest('[inert], [aria-hidden="true"]') !== null;

type Needs = {
  readonly log: RefObject<HTMLElement | null>;
  /** The end of the chat is visible, according to the last report of the list. */
  readonly onScreen: boolean;
  readonly isAtEnd: () => boolean;
  readonly lastSeq: number;
  readonly seen: (seq: number) => void;
};

/** Reports what was seen: only while the end is visible and uncovered in a visible tab. */
export function useSeen({ log, onScreen, isAtEnd, lastSeq, seen }: Needs): void {
  const reportSeen = useRef(() => {});
  useEffect(() => {
    reportSeen.current = () => {
      const isInView = onScreen && document.visibilityState === 'visible';
      if (isInView && lastSeq > 0 && log.current && !isCovered(log.current) && isAtEnd()) seen(lastSeq);
    };
    reportSeen.current();
  }, [log, onScreen, isAtEnd, lastSeq, seen]);
  useEffect(() => {
    const look = () => reportSeen.current();
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
