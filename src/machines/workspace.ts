import { type ActorRefFrom, type SnapshotFrom, stopChild } from 'xstate';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId } from '../../contract/ids.ts';
import {
  closed,
  type Desk,
  emptyDesk,
  focused,
  markedUnread,
  maximised,
  moved,
  opened,
  type Pane,
  type PaperChoice,
  pinned,
  putAside,
  resized,
  restoredGrid,
  turned,
  unpinned,
  withMarks,
} from '../domain/desk.ts';
import type { ConsultationOutput } from './consultationSetup.ts';
import { consultationId, type KeptWorkspace, type WorkspaceContext, workspace } from './workspaceSetup.ts';

type At = { context: WorkspaceContext };
type Of<T> = { event: T };
type ById = Of<{ orderId: OrderId }>;
type Opened = Omit<Pane, 'place'> & { order: ConsultOrder | null };
type Accepted = { order: ConsultOrder };
type Turned = { orderId: OrderId; choice: Partial<PaperChoice> };
type Marks = Pick<Desk, 'pinned' | 'unread'>;
type Change = (desk: Desk, capacity: number) => Desk;
type Closed = { event: { type: string; output: ConsultationOutput }; context: WorkspaceContext };

const keep = {
  type: 'keep',
  params: ({ context: { owner, desk, alone } }: At) => ({ owner, desk, alone }),
} as const;

/** Changes the arrangement of one consultation's pane, and keeps it. */
const arranged = (change: (desk: Desk, orderId: OrderId, capacity: number) => Desk) =>
  ({
    actions: [
      {
        type: 'arrange',
        params:
          ({ event }: ById): Change =>
          (desk, capacity) =>
            change(desk, event.orderId, capacity),
      },
      keep,
    ],
  }) as const;

const paneOf = ({ orderId, conversationId }: Opened) => ({ orderId, conversationId });
const paneOfOrder = ({ order }: Accepted) => ({ orderId: order.id, conversationId: order.conversationId });
const show =
  (pane: Omit<Pane, 'place'>): Change =>
  (desk, capacity) =>
    opened(desk, pane, capacity);
const remove =
  (orderId: OrderId): Change =>
  (desk) =>
    closed(desk, orderId);
const lostIn = ({ event: { output }, context }: Closed) => ({
  type: 'accept.lost' as const,
  orderId: output.orderId,
  doctorName: output.doctorName,
  patientName: context.consultations[output.orderId]?.getSnapshot().context.order?.patient.name ?? '',
});

/** Which consultations are open, in which panes, and which has the focus. */
export const workspaceMachine = workspace.createMachine({
  id: 'workspace',
  context: ({ input: { newRequestId } }) => ({
    owner: null,
    desk: emptyDesk,
    capacity: 6,
    alone: false,
    consultations: {},
    newRequestId,
  }),
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
            params: ({ event }: Of<{ output: KeptWorkspace | null }>) => event.output,
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
            { type: 'arrange', params: ({ event }: Of<Opened>) => show(paneOf(event)) },
            keep,
          ],
        },
        'room.entered': { actions: { type: 'standAlone', params: false } },
        // In a window of its own, beside the arrangement of the others.
        'consultation.shown': {
          actions: [
            { type: 'standAlone', params: true },
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
            { type: 'arrange', params: ({ event }: Of<Accepted>) => show(paneOfOrder(event)) },
            keep,
          ],
        },
        'consultation.closed': {
          actions: [
            stopChild(({ event }) => consultationId(event.orderId)),
            { type: 'drop', params: ({ event }: ById) => event.orderId },
            { type: 'arrange', params: ({ event }: ById) => remove(event.orderId) },
            keep,
          ],
        },
        // One that breaks takes only its own pane with it, whose error boundary says so.
        'xstate.error.actor.*': {},
        'xstate.done.actor.*': {
          guard: { type: 'isLost', params: ({ event }: Closed) => event.output },
          actions: [
            { type: 'tellLost', params: lostIn },
            { type: 'drop', params: ({ event }: Closed) => event.output.orderId },
            { type: 'arrange', params: ({ event }: Closed) => remove(event.output.orderId) },
            keep,
          ],
        },
        'pane.focused': arranged(focused),
        'pane.minimised': arranged(putAside),
        'pane.restored': arranged(focused),
        'pane.maximised': arranged(maximised),
        'grid.restored': { actions: [{ type: 'arrange', params: () => restoredGrid }, keep] },
        'pane.moved': {
          actions: [
            {
              type: 'arrange',
              params:
                ({ event: { orderId, to } }: Of<{ orderId: OrderId; to: number }>): Change =>
                (desk) =>
                  moved(desk, orderId, to),
            },
            keep,
          ],
        },
        'chat.pinned': arranged(pinned),
        'chat.unpinned': arranged(unpinned),
        'chat.markedUnread': arranged(markedUnread),
        'paper.chosen': {
          actions: [
            {
              type: 'arrange',
              params:
                ({ event: { orderId, choice } }: Of<Turned>): Change =>
                (desk) =>
                  turned(desk, orderId, choice),
            },
            keep,
          ],
        },
        'marks.learnt': {
          actions: [
            {
              type: 'arrange',
              params:
                ({ event: { pinned, unread } }: Of<Marks>): Change =>
                (desk) =>
                  withMarks(desk, { pinned, unread }),
            },
            keep,
          ],
        },
        'splitter.moved': {
          actions: [
            {
              type: 'arrange',
              params:
                ({ event: { sizes } }: Of<{ sizes: Desk['sizes'] }>): Change =>
                (desk) =>
                  resized(desk, sizes),
            },
            keep,
          ],
        },
      },
    },
    /** Every consultation of the owner is stopped before anybody else's can be opened. */
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
