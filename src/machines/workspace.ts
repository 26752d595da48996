import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { OrderId } from '../../contract/ids.ts';
import { emptyDesk } from '../domain/desk.ts';
import { workspace } from './workspaceSetup.ts';

/** Which consultations are open, in which panes, and which has the focus. */
export const workspaceMachine = workspace.createMachine({
  id: 'workspace',
  context: { owner: null, desk: emptyDesk, capacity: 6, consultations: {} },
  initial: 'empty',
  states: { empty: {}, restoring: {}, open: {} },
});

export type Workspace = ActorRefFrom<typeof workspaceMachine>;
type Snapshot = SnapshotFrom<typeof workspaceMachine>;

/** The panes, their order, the focus and the sizes. */
export const deskOf = (s: Snapshot) => s.context.desk;

/** The consultation of an order, if it is open. */
export const consultationOf = (orderId: OrderId) => (s: Snapshot) => s.context.consultations[orderId] ?? null;

export const focusedOrder = (s: Snapshot): OrderId | null => s.context.desk.focused;
