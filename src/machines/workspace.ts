import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId } from '../../contract/ids.ts';
import { emptyDesk, type Pane } from '../domain/desk.ts';
import type { DeskChange } from '../domain/deskChanges.ts';
import type { ConsultationOutput } from './consultationSetup.ts';
import { type StoredWorkspace, type WorkspaceContext, workspace } from './workspaceSetup.ts';

type Of<T> = { event: T };
type ById = Of<{ orderId: OrderId }>;
type Opened = Omit<Pane, 'place'> & { order: ConsultOrder | null };
type Accepted = { order: ConsultOrder };
type Closed = { event: { type: string; output: ConsultationOutput }; context: WorkspaceContext };

const paneOf = ({ orderId, conversationId }: Opened) => ({ orderId, conversationId });
const paneOfOrder = ({ order }: Accepted) => ({ orderId: order.id, conversationId: order.conversationId });
const lostIn = ({ event: { output }, context }: Closed) => ({
  type: 'accept.lost' as const,
  orderId: output.orderId,
  doctorName: output.doctorName,
  patientName: context.consultations[output.orderId]?.getSnapshot().context.order?.patient.name ?? '',
});

/** Stores the arrangement, so that a reload finds it. */
const storeArrangement = {
  type: 'storeArrangement',
  params: ({ context: { owner, desk, detached } }: { context: WorkspaceContext }) => ({ owner, desk, detached }),
} as const;
const arrange = { type: 'arrange', params: ({ event }: Of<DeskChange>) => event } as const;
const rearrange = { actions: [arrange, storeArrangement] } as const;
const opened = (pane: Omit<Pane, 'place'>): DeskChange => ({ type: 'pane.opened', ...pane });
const closed = (orderId: OrderId): DeskChange => ({ type: 'pane.closed', orderId });
const minimised = (orderId: OrderId): DeskChange => ({ type: 'pane.minimised', orderId });

const idOf = ({ event }: ById) => event.orderId;
const conversationOf = ({ context, event }: ById & { context: WorkspaceContext }) =>
  context.consultations[event.orderId]?.getSnapshot().context.key.conversationId ?? null;
const close = [
  { type: 'stop', params: idOf },
  { type: 'drop', params: idOf },
  { type: 'arrange', params: ({ event }: ById) => closed(event.orderId) },
  storeArrangement,
] as const;

/** The open consultations, their panes and the focus. */
export const workspaceMachine = workspace.createMachine({
  id: 'workspace',
  context: { owner: null, desk: emptyDesk, capacity: 6, detached: false, consultations: {} },
  initial: 'empty',
  on: { 'capacity.changed': { actions: { type: 'resize', params: ({ event }) => event.panes } } },
  states: {
    empty: {
      on: {
        'owner.entered': { target: 'restoring', actions: { type: 'enter', params: ({ event }) => event.owner } },
      },
    },
    restoring: {
      on: { 'owner.left': { target: 'empty', actions: 'leave' } },
      invoke: {
        id: 'restore',
        src: 'restore',
        input: ({ context }) => context.owner,
        onDone: {
          target: 'open',
          actions: {
            type: 'restoreAll',
            params: ({ event }: Of<{ output: StoredWorkspace | null }>) => event.output,
          },
        },
        onError: 'open',
      },
    },
    open: {
      on: {
        'owner.left': { target: 'leaving' },
        'consultation.opened': {
          actions: [
            {
              type: 'open',
              params: ({ event }: Of<Opened>) => ({ ...paneOf(event), order: event.order, accept: false }),
            },
            { type: 'arrange', params: ({ event }: Of<Opened>) => opened(paneOf(event)) },
            storeArrangement,
          ],
        },
        'arrangement.found': {
          actions: [
            { type: 'restoreAll', params: ({ event }: Of<{ stored: StoredWorkspace }>) => event.stored },
            storeArrangement,
          ],
        },
        'room.entered': { actions: { type: 'setDetached', params: false } },
        // A detached window shows one consultation and does not change the stored arrangement.
        'consultation.shown': {
          actions: [
            { type: 'setDetached', params: true },
            {
              type: 'open',
              params: ({ event }: Of<Opened>) => ({ ...paneOf(event), order: event.order, accept: false }),
            },
          ],
        },
        'patient.accepted': {
          actions: [
            {
              type: 'open',
              params: ({ event }: Of<Accepted>) => ({ ...paneOfOrder(event), order: event.order, accept: true }),
            },
            { type: 'arrange', params: ({ event }: Of<Accepted>) => opened(paneOfOrder(event)) },
            storeArrangement,
          ],
        },
        'consultation.closed': [
          {
            // An announced ending must still be carried out, so the pane is only minimised.
            guard: { type: 'isFinishing', params: ({ event }) => event.orderId },
            actions: [{ type: 'arrange', params: ({ event }: ById) => minimised(event.orderId) }, storeArrangement],
          },
          { actions: close },
        ],
        // A consultation that ended while minimised closes, unless it has unsent messages.
        'consultation.finished': [
          { guard: { type: 'isShown', params: idOf } },
          { guard: { type: 'hasUnsent', params: conversationOf } },
          { actions: close },
        ],
        // A failed consultation affects only its own pane, whose error boundary reports it.
        'xstate.error.actor.*': {},
        'xstate.done.actor.*': {
          guard: { type: 'isLost', params: ({ event }: Closed) => event.output },
          actions: [
            { type: 'announceLost', params: lostIn },
            { type: 'drop', params: ({ event }: Closed) => event.output.orderId },
            { type: 'arrange', params: ({ event }: Closed) => closed(event.output.orderId) },
            storeArrangement,
          ],
        },
        'pane.focused': rearrange,
        'pane.minimised': rearrange,
        'pane.restored': rearrange,
        'pane.maximised': rearrange,
        'pane.moved': rearrange,
        'grid.restored': rearrange,
        'chat.pinned': rearrange,
        'chat.unpinned': rearrange,
        'chat.markedUnread': rearrange,
        'sidePanel.chosen': rearrange,
        'marks.received': rearrange,
        'splitter.moved': rearrange,
      },
    },
    /** Stops all consultations before another person can open theirs. */
    leaving: { entry: ['stopAll', 'leave'], always: 'empty' },
  },
});

export type Workspace = ActorRefFrom<typeof workspaceMachine>;
type Snapshot = SnapshotFrom<typeof workspaceMachine>;

/** The panes, their order, the focus and the sizes. */
export const deskOf = (s: Snapshot) => s.context.desk;

/** The consultation of an order, if it is open. */
export const consultationOf = (orderId: OrderId) => (s: Snapshot) => s.context.consultations[orderId] ?? null;

export const focusedOrder = (s: Snapshot): OrderId | null => s.context.desk.focused;
