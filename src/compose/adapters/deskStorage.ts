import * as z from 'zod/mini';
import { ConversationId, OrderId } from '../../../contract/ids.ts';
import { type Desk, emptyDesk, papers } from '../../domain/desk.ts';
import { colourCount } from '../../domain/patientColours.ts';
import type { KeptWorkspace } from '../../machines/workspaceSetup.ts';
import type { TabChannel } from '../../services/crossTab.ts';
import type { Vault } from '../../services/vault.ts';
import { withTimeout } from '../../services/withTimeout.ts';
import type { Endings } from './consultation.ts';
import type { DeskMessage } from './deskSync.ts';
import { PendingFinish, withPendingFinishes } from './deskSync.ts';

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
