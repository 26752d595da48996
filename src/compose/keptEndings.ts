import * as z from 'zod/mini';
import { ConversationId, OrderId } from '../../contract/ids.ts';
import { type Desk, isOpen } from '../domain/desk.ts';
import type { KeptWorkspace } from '../machines/workspaceSetup.ts';

/** An announced ending as it is kept, and as other windows are told of it. */
export const KeptEnding = z.object({
  orderId: OrderId,
  conversationId: ConversationId,
  at: z.number(),
  summary: z.string(),
});
export type KeptEnding = z.infer<typeof KeptEnding>;

/** An arrangement with the endings that are still to be carried out: one whose pane was closed stands aside. */
export const withEndings = (desk: Desk, endings: readonly KeptEnding[]): KeptWorkspace => ({
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
