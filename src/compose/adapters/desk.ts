import type { Observer } from 'rxjs';
import * as z from 'zod/mini';
import { ConversationId, OrderId } from '../../../contract/ids.ts';
import { type Desk, emptyDesk, isOpen, sidePanels } from '../../domain/desk.ts';
import { colourCount } from '../../domain/patientColours.ts';
import type { Workspace } from '../../machines/workspace.ts';
import type { KeptWorkspace } from '../../machines/workspaceSetup.ts';
import type { TabChannel } from '../../services/crossTab.ts';
import type { Vault } from '../../services/vault.ts';
import { withTimeout } from '../../services/withTimeout.ts';
import type { Endings } from './consultation.ts';

const StoredSidePanel = z.nullable(z.enum(sidePanels));
const Pane = z.object({
  orderId: OrderId,
  conversationId: ConversationId,
  place: z.enum(['grid', 'aside', 'crowded']),
});

/** The arrangement as it is kept; `version` is raised when its shape changes, an older one is then not used. */
const KeptDesk = z.object({
  version: z.literal(1),
  desk: z.object({
    panes: z.readonly(z.array(Pane)),
    focused: z.nullable(OrderId),
    maximised: z.nullable(OrderId),
    pinned: z.readonly(z.array(OrderId)),
    unread: z._default(z.readonly(z.array(OrderId)), []),
    sidePanels: z._default(
      z.readonly(z.record(z.string(), z.object({ beside: StoredSidePanel, over: StoredSidePanel }))),
      {},
    ),
    sizes: z.readonly(z.record(z.string(), z.number())),
    recent: z.readonly(z.array(OrderId)),
    colours: z._default(z.readonly(z.record(z.string(), z.int().check(z.minimum(1), z.maximum(colourCount)))), {}),
  }),
});

const endingPrefix = 'ending:';

/** The doctor's arrangement and announced endings on this machine. */
export function createDeskStorage(
  vault: Vault,
  windows: Pick<TabChannel<DeskMessage>, 'post'>,
): Endings & {
  save(desk: Desk): void;
  /** `late` is told what a storage that took long had kept. */
  restore(late: (kept: KeptWorkspace) => void): Promise<KeptWorkspace | null>;
} {
  /** Until it has been read, what was kept is not written over. */
  let isRead = false;
  let unsaved: Desk | null = null;

  function save(desk: Desk) {
    if (isRead) void vault.put('desk', 'desk', { version: 1, desk });
    else unsaved = desk;
  }
  async function found(kept: z.infer<typeof KeptDesk> | null): Promise<KeptWorkspace | null> {
    isRead = true;
    if (!kept && unsaved) save(unsaved);
    const endings = await vault.all('desk', PendingFinish);
    return kept || endings.length > 0 ? withPendingFinishes(kept?.desk ?? emptyDesk, endings) : null;
  }
  return {
    save,
    async restore(late) {
      const reading = vault.read('desk', 'desk', KeptDesk).then(found);
      try {
        return await withTimeout(reading);
      } catch {
        void reading.then((kept) => kept && late(kept));
        return null;
      }
    },
    async keep({ orderId, conversationId }, { at, summary }) {
      const ending: PendingFinish = { orderId, conversationId, at, summary };
      await vault.put('desk', `${endingPrefix}${orderId}`, ending);
      windows.post({ kind: 'announced', ...ending });
    },
    drop: (orderId) => void vault.remove('desk', `${endingPrefix}${orderId}`),
    withdraw: (orderId) => windows.post({ kind: 'withdrawn', orderId }),
  };
}

/** An announced ending as it is kept, and as other windows are told of it. */
export const PendingFinish = z.object({
  orderId: OrderId,
  conversationId: ConversationId,
  at: z.number(),
  summary: z.string(),
});
export type PendingFinish = z.infer<typeof PendingFinish>;

/** An arrangement with the endings that are still to be carried out: one whose pane was closed stands aside. */
export const withPendingFinishes = (desk: Desk, endings: readonly PendingFinish[]): KeptWorkspace => ({
  desk: {
    ...desk,
    panes: [
      ...desk.panes,
      ...endings.flatMap(({ orderId, conversationId }) =>
        isOpen(desk, orderId) ? [] : { orderId, conversationId, place: 'aside' as const },
      ),
    ],
  },
  finishing: Object.fromEntries(endings.map(({ orderId, at, summary }) => [orderId, { at, summary }])),
});

/** What the windows of one doctor tell each other about their consultations. */
export const DeskMessage = z.discriminatedUnion('kind', [
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
export type DeskMessage = z.infer<typeof DeskMessage>;

const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

/** Tells the other windows what was pinned and marked here, once each; what they told is not told back. */
export function markNews(channel: Pick<TabChannel<DeskMessage>, 'post'>) {
  let known: Pick<Desk, 'pinned' | 'unread'> = { pinned: [], unread: [] };
  return {
    changed({ pinned, unread }: Desk) {
      const isNew = !isSame(known.pinned, pinned) || !isSame(known.unread, unread);
      known = { pinned, unread };
      if (isNew) channel.post({ kind: 'marked', pinned, unread });
    },
    received(marks: Pick<Desk, 'pinned' | 'unread'>) {
      known = marks;
    },
  };
}

/** Brings what another window told into this one. */
export const deskListener =
  (workspace: Workspace, marks: ReturnType<typeof markNews>): Observer<DeskMessage>['next'] =>
  (news) => {
    if (news.kind === 'marked') {
      marks.received(news);
      return workspace.send({ type: 'marks.received', pinned: news.pinned, unread: news.unread });
    }
    const consultation = workspace.getSnapshot().context.consultations[news.orderId];
    if (news.kind === 'withdrawn') return consultation?.send({ type: 'finish.withdrawn' });
    const { at, summary } = news;
    if (consultation) consultation.send({ type: 'finish.announced', finishing: { at, summary } });
    // The window in which it was announced may be closed before it is carried out.
    else workspace.send({ type: 'arrangement.found', kept: withPendingFinishes(emptyDesk, [news]) });
  };
