import { useEffect, useMemo, useState } from 'react';
import { searchForm } from '../../../clinical/words/searchForm.ts';
import type { ConversationId } from '../../../contract/ids.ts';
import { matchingKeys } from '../../domain/chatSearch.ts';
import type { Timeline } from '../../domain/timeline.ts';
import type { Inbox } from '../../streams/inbox.ts';
import { useWork } from '../app/app.ts';
import { useKept } from '../forms/useKept.ts';
import { messageText } from './bodyText.ts';

/** Loads older pages until `isEnough` or the beginning; false if a page failed to load. */
export async function reachBack(
  inbox: Pick<Inbox, 'timeline' | 'loadOlder'>,
  conversationId: ConversationId,
  isEnough: (timeline: Timeline) => boolean,
): Promise<boolean> {
  for (;;) {
    const before = inbox.timeline(conversationId).value;
    if (!before.hasOlder || isEnough(before)) return true;
    await inbox.loadOlder(conversationId);
    const { firstIndex, hasOlder } = inbox.timeline(conversationId).value;
    if (hasOlder && firstIndex === before.firstIndex) return false;
  }
}

/** Number of messages loaded automatically for a search; more on request. */
const readAtOnce = 2_000;
const afterTypingMs = 400;

/** Searches one conversation from its end to its beginning. */
export function useChatSearch(timeline: Timeline) {
  const { inbox } = useWork();
  const { conversationId, messages, hasOlder } = timeline;
  const [query, setQuery] = useKept('search.chat', '');
  const [chosen, setChosen] = useState<{ readonly key: string } | null>(null);
  const [reading, setReading] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [round, setRound] = useState(0);
  const sought = searchForm(query);
  const found = useMemo(() => matchingKeys(messages, sought, messageText), [messages, sought]);
  const current = found.find((key) => key === chosen?.key) ?? null;
  const newest = found.at(-1) ?? null;
  useEffect(() => {
    // Starts at the newest match; later messages do not change the choice.
    if (current === null) setChosen(newest === null ? null : { key: newest });
  }, [current, newest]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round loads more.
  useEffect(() => {
    if (sought === '') return setReading('idle');
    let given = true;
    const read = async () => {
      const from = inbox.timeline(conversationId).value.messages.length;
      setReading('busy');
      const had = await reachBack(
        inbox,
        conversationId,
        ({ messages: now }) => !given || now.length - from >= readAtOnce,
      );
      if (given) setReading(had ? 'idle' : 'failed');
    };
    const timer = setTimeout(() => void read(), afterTypingMs);
    return () => {
      given = false;
      clearTimeout(timer);
    };
  }, [inbox, conversationId, sought, round]);

  const step = (by: 1 | -1) => {
    const at = current === null ? -1 : found.indexOf(current);
    const key = found[(at + by + found.length) % found.length];
    if (key !== undefined) setChosen({ key });
  };
  return {
    query,
    sought,
    setQuery(next: string) {
      setQuery(next);
      setChosen(null);
    },
    at: current === null ? 0 : found.indexOf(current) + 1,
    count: found.length,
    current,
    /** The match the doctor moved to; a new object for each step. */
    chosen,
    state: reading,
    mayReadFurther: sought !== '' && hasOlder && reading !== 'busy',
    readFurther: () => setRound(round + 1),
    earlier: () => step(-1),
    later: () => step(1),
  };
}

export type ChatSearchState = ReturnType<typeof useChatSearch>;
