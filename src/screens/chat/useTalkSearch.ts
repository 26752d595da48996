import { useEffect, useMemo, useState } from 'react';
import type { ConversationId } from '../../../contract/ids.ts';
import { asSought, keysFound } from '../../domain/chatSearch.ts';
import type { Timeline } from '../../domain/timeline.ts';
import type { Inbox } from '../../streams/inbox.ts';
import { useWork } from '../app.ts';
import { messageText } from './bodyText.ts';

/** Loads older pages until there is enough or the beginning is reached; false when a page could not be had. */
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

/** So many messages are read back by themselves for one search; further back on request. */
const readAtOnce = 2_000;
const afterTypingMs = 400;

/** A search through one conversation, from its end to its beginning. */
export function useTalkSearch(timeline: Timeline) {
  const { inbox } = useWork();
  const { conversationId, messages, hasOlder } = timeline;
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<{ readonly key: string } | null>(null);
  const [reading, setReading] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [round, setRound] = useState(0);
  const sought = asSought(query);
  const found = useMemo(() => keysFound(messages, sought, messageText), [messages, sought]);
  const current = found.find((key) => key === chosen?.key) ?? null;
  const newest = found.at(-1) ?? null;
  useEffect(() => {
    // The newest one first; what comes later moves nothing.
    if (current === null) setChosen(newest === null ? null : { key: newest });
  }, [current, newest]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads further back.
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
    /** What the doctor stepped to; a new object at each step. */
    chosen,
    state: reading,
    mayReadFurther: sought !== '' && hasOlder && reading !== 'busy',
    readFurther: () => setRound(round + 1),
    earlier: () => step(-1),
    later: () => step(1),
  };
}

export type TalkSearch = ReturnType<typeof useTalkSearch>;
