import type { Observer } from 'rxjs';
import * as z from 'zod/mini';
import { ConversationId, OrderId } from '../../contract/ids.ts';
import { type Desk, emptyDesk } from '../domain/desk.ts';
import type { Workspace } from '../machines/workspace.ts';
import type { TabChannel } from '../services/crossTab.ts';
import { withEndings } from './keptEndings.ts';

/** What the windows of one doctor tell each other about their consultations. */
export const DeskNews = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('announced'),
    orderId: OrderId,
    conversationId: ConversationId,
    at: z.number(),
    summary: z.string(),
  }),
  z.object({ kind: z.literal('withdrawn'), orderId: OrderId }),
  z.object({
    kind: z.literal('marked'),
    pinned: z.readonly(z.array(OrderId)),
    unread: z.readonly(z.array(OrderId)),
  }),
]);
export type DeskNews = z.infer<typeof DeskNews>;

const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

/** Tells the other windows what was pinned and marked here, once each; what they told is not told back. */
export function markNews(channel: Pick<TabChannel<DeskNews>, 'post'>) {
  let known: Pick<Desk, 'pinned' | 'unread'> = { pinned: [], unread: [] };
  return {
    changed({ pinned, unread }: Desk) {
      const isNew = !isSame(known.pinned, pinned) || !isSame(known.unread, unread);
      known = { pinned, unread };
      if (isNew) channel.post({ kind: 'marked', pinned, unread });
    },
    learnt(marks: Pick<Desk, 'pinned' | 'unread'>) {
      known = marks;
    },
  };
}

/** Brings what another window told into this one. */
export const deskListener =
  (workspace: Workspace, marks: ReturnType<typeof markNews>): Observer<DeskNews>['next'] =>
  (news) => {
    if (news.kind === 'marked') {
      marks.learnt(news);
      return workspace.send({ type: 'marks.learnt', pinned: news.pinned, unread: news.unread });
    }
    const consultation = workspace.getSnapshot().context.consultations[news.orderId];
    if (news.kind === 'withdrawn') return consultation?.send({ type: 'finish.withdrawn' });
    const { at, summary } = news;
    if (consultation) consultation.send({ type: 'finish.announced', finishing: { at, summary } });
    // The window in which it was announced may be closed before it is carried out.
    else workspace.send({ type: 'arrangement.found', kept: withEndings(emptyDesk, [news]) });
  };
