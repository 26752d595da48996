import type { ConversationId } from '../../../contract/ids.ts';
import type { Timeline } from '../../domain/timeline.ts';
import type { Inbox } from '../../streams/inbox.ts';

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
