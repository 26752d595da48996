import * as z from 'zod/mini';
import { ConversationId, OrderId } from '../../contract/ids.ts';
import type { Finishing } from '../domain/finish.ts';
import type { ConsultationKey } from '../domain/owner.ts';
import type { StoredWorkspace } from '../domain/paneLayout.ts';
import { emptyLayout, isOpen, type PaneLayout, sidePanels } from '../domain/paneLayout.ts';
import { colourCount } from '../domain/patientColours.ts';
import type { TabChannel } from './crossTab.ts';
import type { Vault } from './vault.ts';
import { withTimeout } from './withTimeout.ts';

const StoredSidePanel = z.nullable(z.enum(sidePanels));
const Pane = z.object({
  orderId: OrderId,
  conversationId: ConversationId,
  place: z.enum(['grid', 'minimised', 'displaced']),
});

const Layout = z.object({
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
});

/**
 * The stored arrangement, under the name that browsers have it. Raise `version` when the shape changes; older versions
 * are then ignored.
 */
const StoredLayout = z.pipe(
  z.object({ version: z.literal(2), desk: Layout }),
  z.transform(({ desk: layout }) => layout),
);
const asStored = (desk: PaneLayout) => ({ version: 2, desk });

/** Announced endings, stored locally so that they survive a reload. */
export type PendingFinishes = {
  keep(which: Pick<ConsultationKey, 'orderId' | 'conversationId'>, finishing: Finishing): Promise<void>;
  drop(orderId: OrderId): void;
  /** Notifies the other tabs that the ending was undone, so that they do not carry it out. */
  undo(orderId: OrderId): void;
};

const endingPrefix = 'ending:';

/** Local storage of the doctor's arrangement and announced endings. */
export function createLayoutStorage(
  vault: Vault,
  windows: Pick<TabChannel<LayoutMessage>, 'post'>,
): PendingFinishes & {
  save(layout: PaneLayout): void;
  /** `late` runs if storage answers after the timeout. */
  restore(late: (stored: StoredWorkspace) => void): Promise<StoredWorkspace | null>;
} {
  /** The stored arrangement must not be overwritten before it is read. */
  let isRead = false;
  let unsaved: PaneLayout | null = null;

  function save(layout: PaneLayout) {
    if (isRead) void vault.put('desk', 'desk', asStored(layout));
    else unsaved = layout;
  }
  async function found(stored: z.infer<typeof StoredLayout> | null): Promise<StoredWorkspace | null> {
    isRead = true;
    if (!stored && unsaved) save(unsaved);
    const pending = await vault.all('desk', PendingFinish);
    return stored || pending.length > 0 ? withPendingFinishes(stored ?? emptyLayout, pending) : null;
  }
  return {
    save,
    async restore(late) {
      const reading = vault.read('desk', 'desk', StoredLayout).then(found);
      try {
        return await withTimeout(reading);
      } catch {
        void reading.then((stored) => stored && late(stored));
        return null;
      }
    },
    async keep({ orderId, conversationId }, { at, summary }) {
      const ending: PendingFinish = { orderId, conversationId, at, summary };
      await vault.put('desk', `${endingPrefix}${orderId}`, ending);
      windows.post({ kind: 'announced', ...ending });
    },
    drop: (orderId) => void vault.remove('desk', `${endingPrefix}${orderId}`),
    undo: (orderId) => windows.post({ kind: 'undone', orderId }),
  };
}

/** An announced ending, as stored and as posted to other tabs. */
export const PendingFinish = z.object({
  orderId: OrderId,
  conversationId: ConversationId,
  at: z.number(),
  summary: z.string(),
});
export type PendingFinish = z.infer<typeof PendingFinish>;

/** Adds announced endings to an arrangement. Those without a pane get a minimised one. */
export const withPendingFinishes = (layout: PaneLayout, pending: readonly PendingFinish[]): StoredWorkspace => ({
  layout: {
    ...layout,
    panes: [
      ...layout.panes,
      ...pending.flatMap(({ orderId, conversationId }) =>
        isOpen(layout, orderId) ? [] : { orderId, conversationId, place: 'minimised' as const },
      ),
    ],
  },
  finishing: Object.fromEntries(pending.map(({ orderId, at, summary }) => [orderId, { at, summary }])),
});

/** Messages between the tabs of one doctor about their consultations. */
export const LayoutMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('announced'),
    orderId: OrderId,
    conversationId: ConversationId,
    at: z.number(),
    summary: z.string(),
  }),
  z.object({ kind: z.literal('undone'), orderId: OrderId }),
  z.object({
    kind: z.literal('marked'),
    pinned: z.readonly(z.array(OrderId)),
    unread: z.readonly(z.array(OrderId)),
  }),
]);
export type LayoutMessage = z.infer<typeof LayoutMessage>;

const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

/** Posts changed pins and unread marks to the other tabs, and does not echo what they posted. */
export function createMarkSync(channel: Pick<TabChannel<LayoutMessage>, 'post'>) {
  let known: Pick<PaneLayout, 'pinned' | 'unread'> = { pinned: [], unread: [] };
  return {
    changed({ pinned, unread }: PaneLayout) {
      const isNew = !isSame(known.pinned, pinned) || !isSame(known.unread, unread);
      known = { pinned, unread };
      if (isNew) channel.post({ kind: 'marked', pinned, unread });
    },
    received(marks: Pick<PaneLayout, 'pinned' | 'unread'>) {
      known = marks;
    },
  };
}
