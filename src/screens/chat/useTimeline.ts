import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { ConversationId } from '../../../contract/ids.ts';
import type { Timeline } from '../../domain/timeline.ts';
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
