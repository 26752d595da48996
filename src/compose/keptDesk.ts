import * as z from 'zod/mini';
import { ConversationId, OrderId } from '../../contract/ids.ts';
import { type Desk, papers } from '../domain/desk.ts';
import type { KeptWorkspace } from '../machines/workspaceSetup.ts';
import type { TabChannel } from '../services/crossTab.ts';
import type { Vault } from '../services/vault.ts';
import type { Endings } from './consultationActors.ts';
import type { DeskNews } from './deskNews.ts';

const KeptPaper = z.nullable(z.enum(papers));
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
    papers: z._default(z.readonly(z.record(z.string(), z.object({ beside: KeptPaper, over: KeptPaper }))), {}),
    sizes: z.readonly(z.record(z.string(), z.number())),
    recent: z.readonly(z.array(OrderId)),
  }),
});

const KeptEnding = z.object({ orderId: z.string(), at: z.number(), summary: z.string() });
const endingPrefix = 'ending:';

/** The doctor's arrangement and announced endings on this machine. */
export function keptDesk(
  vault: Vault,
  windows: Pick<TabChannel<DeskNews>, 'post'>,
): Endings & {
  save(desk: Desk): void;
  restore(): Promise<KeptWorkspace | null>;
} {
  return {
    save: (desk) => void vault.put('desk', 'desk', { version: 1, desk }),
    async restore() {
      const [kept, all] = await Promise.all([vault.get('desk', 'desk', KeptDesk), vault.all('desk', KeptEnding)]);
      if (!kept) return null;
      const finishing = Object.fromEntries(all.map(({ orderId, at, summary }) => [orderId, { at, summary }]));
      return { desk: kept.desk, finishing };
    },
    async keep(orderId, finishing) {
      await vault.put('desk', `${endingPrefix}${orderId}`, { orderId, ...finishing });
      windows.post({ kind: 'announced', orderId, ...finishing });
    },
    drop: (orderId) => void vault.remove('desk', `${endingPrefix}${orderId}`),
    withdraw: (orderId) => windows.post({ kind: 'withdrawn', orderId }),
  };
}
