import { assign, emit, enqueueActions, setup } from 'xstate';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { ConversationId, OrderId } from '../../contract/ids.ts';
import { type Desk, emptyDesk, fitToCapacity, merged, regrown } from '../domain/desk.ts';
import { type ArrangementEvent, type DeskChange, rearranged } from '../domain/deskChanges.ts';
import type { Owner } from '../domain/owner.ts';
import { placeholderActor } from './actors.ts';
import { type Consultation, consultationMachine, isFinishing } from './consultation.ts';
import type { ConsultationFinished, ConsultationInput, ConsultationOutput, Finishing } from './consultationSetup.ts';

/** The stored part of a workspace: the arrangement, and the announced endings by order id. */
export type StoredWorkspace = { readonly desk: Desk; readonly finishing: Readonly<Record<string, Finishing>> };

export type WorkspaceContext = {
  readonly owner: Owner | null;
  readonly desk: Desk;
  /** How many panes fit on this screen: one to six. */
  readonly capacity: number;
  /** True in a window that shows only one consultation; its arrangement is not stored. */
  readonly detached: boolean;
  /** By order id. */
  readonly consultations: Readonly<Record<string, Consultation>>;
};

export type WorkspaceEvent =
  | { type: 'owner.entered'; owner: Owner }
  | { type: 'owner.left' }
  | { type: 'consultation.opened'; orderId: OrderId; conversationId: ConversationId; order: ConsultOrder | null }
  /** Storage answered after the workspace was opened. */
  | { type: 'arrangement.found'; stored: StoredWorkspace }
  | { type: 'room.entered' }
  | { type: 'consultation.shown'; orderId: OrderId; conversationId: ConversationId; order: ConsultOrder | null }
  | { type: 'patient.accepted'; order: ConsultOrder }
  | { type: 'consultation.closed'; orderId: OrderId }
  | ArrangementEvent
  | ConsultationFinished
  | { type: 'capacity.changed'; panes: number };

/** Emitted when a colleague accepted the patient first. */
export type WorkspaceNotice = { type: 'accept.lost'; orderId: OrderId; patientName: string; doctorName: string | null };

type Opening = { readonly orderId: OrderId; readonly conversationId: ConversationId };

/** Types, actors, actions and guards of the workspace machine. */
export const workspace = setup({
  types: {
    context: {} as WorkspaceContext,
    events: {} as WorkspaceEvent,
    emitted: {} as WorkspaceNotice,
  },
  actors: {
    restore: placeholderActor<StoredWorkspace | null, Owner | null>('restore'),
    consultation: consultationMachine,
  },
  actions: {
    /** Stores the arrangement for this owner, except in a detached window; the composition root provides it. */
    storeArrangement: (_, _arrangement: { owner: Owner | null; desk: Desk; detached: boolean }) => {},
    setDetached: assign((_, detached: boolean) => ({ detached })),
    enter: assign((_, owner: Owner) => ({ owner })),
    arrange: assign(({ context: { desk, capacity } }, change: DeskChange) => ({
      desk: rearranged(desk, change, capacity),
    })),
    resize: assign(({ context }, capacity: number) => ({
      capacity,
      desk: capacity > context.capacity ? regrown(context.desk, capacity) : fitToCapacity(context.desk, capacity),
    })),
    open: assign(({ context, spawn }, { accept, order, ...pane }: Opening & Pick<Beginning, 'order' | 'accept'>) => ({
      consultations: withConsultation(context, { ...pane, order, accept, finishing: null }, (id, input) =>
        spawn('consultation', { id, input }),
      ),
    })),
    restoreAll: assign(({ context, spawn }, stored: StoredWorkspace | null) => ({
      desk: merged(context.desk, stored?.desk ?? emptyDesk, context.capacity),
      consultations: (stored?.desk.panes ?? []).reduce(
        (all, { orderId, conversationId }) =>
          withConsultation(
            { ...context, consultations: all },
            { orderId, conversationId, order: null, accept: false, finishing: stored?.finishing[orderId] ?? null },
            (id, input) => spawn('consultation', { id, input }),
          ),
        context.consultations,
      ),
    })),
    stop: enqueueActions(({ context, enqueue }, orderId: OrderId) => {
      const consultation = context.consultations[orderId];
      if (consultation) enqueue.stopChild(consultation);
    }),
    drop: assign(({ context }, orderId: OrderId) => {
      const { [orderId]: _, ...consultations } = context.consultations;
      return { consultations };
    }),
    stopAll: enqueueActions(({ context, enqueue }) => {
      for (const actor of Object.values(context.consultations)) enqueue.stopChild(actor);
    }),
    leave: assign({ owner: null, desk: emptyDesk, consultations: {} }),
    announceLost: emit((_, lost: WorkspaceNotice) => lost),
  },
  guards: {
    isFinishing: ({ context }, orderId: OrderId) => {
      const snapshot = context.consultations[orderId]?.getSnapshot();
      return snapshot !== undefined && isFinishing(snapshot);
    },
    /** Whether a conversation has unsent messages; the composition root provides it. */
    hasUnsent: (_, _conversationId: ConversationId | null) => false,
    isShown: ({ context: { desk } }, orderId: OrderId) =>
      !desk.panes.some((pane) => pane.orderId === orderId && pane.place === 'minimised'),
    isLost: (_, output: ConsultationOutput | null) => output?.outcome === 'takenByAnother',
  },
});

type Beginning = Opening & Pick<ConsultationInput, 'order' | 'accept' | 'finishing'>;
type Begin = (id: string, input: ConsultationInput) => Consultation;

/** Adds a consultation, unless it is already open. */
function withConsultation(
  { owner, consultations }: WorkspaceContext,
  { orderId, conversationId, ...rest }: Beginning,
  begin: Begin,
): WorkspaceContext['consultations'] {
  if (!owner || consultations[orderId]) return consultations;
  const key = { ...owner, orderId, conversationId };
  const input = { key, ...rest };
  return { ...consultations, [orderId]: begin(`consultation:${orderId}`, input) };
}
