import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { ConversationId } from '../../../contract/ids.ts';
import type { Timeline } from '../../domain/timeline.ts';
import type { Live } from '../../streams/live.ts';
import { useWork } from '../app.ts';

/** The chat of one conversation, followed from the moment it is shown; null until then. */
export function useTimeline(conversationId: ConversationId): Timeline | null {
  const { inbox } = useWork();
  const followed = useRef<Live<Timeline> | null>(null);
  const subscribe = useCallback(
    (changed: () => void) => {
      // Not while drawing: the first look at a conversation makes news for the lists beside it.
      const timeline$ = inbox.timeline(conversationId);
      followed.current = timeline$;
      const subscription = timeline$.subscribe(changed);
      return () => {
        subscription.unsubscribe();
        followed.current = null;
      };
    },
    [inbox, conversationId],
  );
  return useSyncExternalStore(subscribe, () => followed.current?.value ?? null);
}
