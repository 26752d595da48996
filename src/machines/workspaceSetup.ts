import { setup } from 'xstate';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { ConversationId, OrderId } from '../../contract/ids.ts';
import type { Desk } from '../domain/desk.ts';
import type { Owner } from '../domain/owner.ts';
import { type Consultation, consultationMachine } from './consultation.ts';
import type { Finishing } from './consultationSetup.ts';
import { unprovided } from './unprovided.ts';

/** What is kept of a workspace: the arrangement, and endings that were announced and not undone. */
export type KeptWorkspace = { readonly desk: Desk; readonly finishing: Readonly<Record<string, Finishing>> };

export type WorkspaceContext = {
  readonly owner: Owner | null;
  readonly desk: Desk;
  /** How many panes fit on this screen: one to six. */
  readonly capacity: number;
  /** By order id. */
  readonly consultations: Readonly<Record<string, Consultation>>;
};

export type WorkspaceEvent =
  | { type: 'owner.entered'; owner: Owner }
  | { type: 'owner.left' }
  | { type: 'consultation.opened'; orderId: OrderId; conversationId: ConversationId; order: ConsultOrder | null }
  | { type: 'patient.accepted'; order: ConsultOrder }
  | { type: 'consultation.closed'; orderId: OrderId }
  | { type: 'pane.focused'; orderId: OrderId }
  | { type: 'pane.minimised'; orderId: OrderId }
  | { type: 'pane.restored'; orderId: OrderId }
  | { type: 'pane.moved'; orderId: OrderId; to: number }
  | { type: 'pane.maximised'; orderId: OrderId }
  | { type: 'grid.restored' }
  | { type: 'chat.pinned'; orderId: OrderId }
  | { type: 'chat.unpinned'; orderId: OrderId }
  | { type: 'splitter.moved'; sizes: Readonly<Record<string, number>> }
  | { type: 'capacity.changed'; panes: number };

/** Told to the outside: a colleague was faster. */
export type WorkspaceNotice = { type: 'accept.lost'; orderId: OrderId; patientName: string; doctorName: string | null };

/** The words that the workspace machine is written in. */
export const workspace = setup({
  types: {
    context: {} as WorkspaceContext,
    events: {} as WorkspaceEvent,
    emitted: {} as WorkspaceNotice,
  },
  actors: {
    restore: unprovided<KeptWorkspace | null, Owner>('restore'),
    consultation: consultationMachine,
  },
  actions: {
    /** Keeps the arrangement for this owner; the composition root provides it. */
    keep: (_, _kept: { owner: Owner; desk: Desk }) => {},
  },
});
