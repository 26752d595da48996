import { type ActorRefFrom, type SnapshotFrom, stopChild } from 'xstate';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { OrderId } from '../../contract/ids.ts';
import { closed, emptyDesk, opened, type Pane, putAside } from '../domain/desk.ts';
import type { ConsultationOutput } from './consultationSetup.ts';
import { arranging, type ById, type Change, keep, type Of } from './workspaceArranging.ts';
import { consultationId, type KeptWorkspace, type WorkspaceContext, workspace } from './workspaceSetup.ts';

type Opened = Omit<Pane, 'place'> & { order: ConsultOrder | null };
type Accepted = { order: ConsultOrder };
type Closed = { event: { type: string; output: ConsultationOutput }; context: WorkspaceContext };

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
const aside =
  (orderId: OrderId): Change =>
  (desk) =>
    putAside(desk, orderId);
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
        'arrangement.found': {
          actions: [{ type: 'restoreAll', params: ({ event }: Of<{ kept: KeptWorkspace }>) => event.kept }, keep],
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
        'consultation.closed': [
          {
            // An announced ending is carried out although nobody looks on.
            guard: { type: 'isEnding', params: ({ event }) => event.orderId },
            actions: [{ type: 'arrange', params: ({ event }: ById) => aside(event.orderId) }, keep],
          },
          {
            actions: [
              stopChild(({ event }) => consultationId(event.orderId)),
              { type: 'drop', params: ({ event }: ById) => event.orderId },
              { type: 'arrange', params: ({ event }: ById) => remove(event.orderId) },
              keep,
            ],
          },
        ],
        // One that breaks takes only its own pane with it, whose error boundary says so.
        'xstate.error.actor.*': {},
        'xstate.done.actor.*': {
          guard: { type: 'isLost', params: ({ event }: Closed) => event.output },
          actions: [
            { type: 'announceLost', params: lostIn },
            { type: 'drop', params: ({ event }: Closed) => event.output.orderId },
            { type: 'arrange', params: ({ event }: Closed) => remove(event.output.orderId) },
            keep,
          ],
        },
        ...arranging,
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
