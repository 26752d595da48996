import { NEVER } from 'rxjs';
import { type ActorRefFrom, assign, emit, enqueueActions, fromEventObservable, setup } from 'xstate';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { ConversationId, OrderId } from '../../contract/ids.ts';
import type { ConsultationFinished, ConsultationInput, ConsultationOutput } from '../domain/consultation.ts';
import { type ArrangementEvent, type LayoutChange, rearranged } from '../domain/layoutChanges.ts';
import type { Owner } from '../domain/owner.ts';
import {
  emptyLayout,
  fitToCapacity,
  merged,
  type Pane,
  type PaneLayout,
  regrown,
  type StoredWorkspace,
} from '../domain/paneLayout.ts';
import { placeholderActor } from './actors.ts';
import { type Consultation, consultationMachine } from './consultation.ts';
import { conversationOf, isFinishing, orderOf } from './selectors/consultation.ts';

type WorkspaceContext = {
  readonly owner: Owner | null;
  readonly layout: PaneLayout;
  /** How many panes fit on this screen: one to six. */
  readonly capacity: number;
  /** True in a window that shows only one consultation; its arrangement is not stored. */
  readonly detached: boolean;
  /** By order id. */
  readonly consultations: Readonly<Record<string, Consultation>>;
  /** The conversations with messages that the platform has not stored; null once they are unknown for good. */
  readonly unsent: readonly ConversationId[] | null;
};

type UnsentChanged = { type: 'unsent.changed'; conversations: readonly ConversationId[] };

type WorkspaceEvent =
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
  | UnsentChanged
  | { type: 'capacity.changed'; panes: number };

/** Emitted when a colleague accepted the patient first. */
export type WorkspaceNotice = { type: 'accept.lost'; orderId: OrderId; patientName: string; doctorName: string | null };

type Opening = { readonly orderId: OrderId; readonly conversationId: ConversationId };

const snapshotIn = ({ consultations }: WorkspaceContext, orderId: OrderId) => consultations[orderId]?.getSnapshot();

const conversationIn = (context: WorkspaceContext, orderId: OrderId): ConversationId | null => {
  const snapshot = snapshotIn(context, orderId);
  return snapshot ? conversationOf(snapshot) : null;
};

const patientNameIn = (context: WorkspaceContext, orderId: OrderId): string => {
  const snapshot = snapshotIn(context, orderId);
  return (snapshot && orderOf(snapshot)?.patient.name) ?? '';
};

const workspace = setup({
  types: {
    context: {} as WorkspaceContext,
    events: {} as WorkspaceEvent,
    emitted: {} as WorkspaceNotice,
  },
  actors: {
    restore: placeholderActor<StoredWorkspace | null, Owner | null>('restore'),
    /** Which conversations have unsent messages, now and after each change. */
    unsent: fromEventObservable<UnsentChanged, void>(() => NEVER),
    consultation: consultationMachine,
  },
  actions: {
    /** Stores the arrangement for this owner, except in a detached window; the composition root provides it. */
    storeArrangement: (_, _arrangement: { owner: Owner | null; layout: PaneLayout; detached: boolean }) => {},
    setUnsent: assign((_, unsent: readonly ConversationId[] | null) => ({ unsent })),
    setDetached: assign((_, detached: boolean) => ({ detached })),
    enter: assign((_, owner: Owner) => ({ owner })),
    arrange: assign(({ context: { layout, capacity } }, change: LayoutChange) => ({
      layout: rearranged(layout, change, capacity),
    })),
    resize: assign(({ context }, capacity: number) => ({
      capacity,
      layout: capacity > context.capacity ? regrown(context.layout, capacity) : fitToCapacity(context.layout, capacity),
    })),
    open: assign(({ context, spawn }, { accept, order, ...pane }: Opening & Pick<Beginning, 'order' | 'accept'>) => ({
      consultations: withConsultation(context, { ...pane, order, accept, finishing: null }, (id, input) =>
        spawn('consultation', { id, input }),
      ),
    })),
    restoreAll: assign(({ context, spawn }, stored: StoredWorkspace | null) => ({
      layout: merged(context.layout, stored?.layout ?? emptyLayout, context.capacity),
      consultations: (stored?.layout.panes ?? []).reduce(
        (all, { orderId, conversationId }) =>
          withConsultation(
            { ...context, consultations: all },
            { orderId, conversationId, order: null, accept: false, finishing: stored?.finishing[orderId] ?? null },
            (id, input) => spawn('consultation', { id, input }),
          ),
        context.consultations,
      ),
    })),
    stopConsultation: enqueueActions(({ context, enqueue }, orderId: OrderId) => {
      const consultation = context.consultations[orderId];
      if (consultation) enqueue.stopChild(consultation);
    }),
    dropConsultation: assign(({ context }, orderId: OrderId) => {
      const { [orderId]: _, ...consultations } = context.consultations;
      return { consultations };
    }),
    stopAll: enqueueActions(({ context, enqueue }) => {
      for (const actor of Object.values(context.consultations)) enqueue.stopChild(actor);
    }),
    leave: assign({ owner: null, layout: emptyLayout, consultations: {} }),
    announceLost: emit((_, lost: WorkspaceNotice) => lost),
  },
  guards: {
    isFinishingIn: ({ context }, orderId: OrderId) => {
      const snapshot = snapshotIn(context, orderId);
      return snapshot !== undefined && isFinishing(snapshot);
    },
    /** What is not known may be unsent. */
    hasUnsent: ({ context }, orderId: OrderId) =>
      context.unsent === null || context.unsent.some((id) => id === conversationIn(context, orderId)),
    isShown: ({ context: { layout } }, orderId: OrderId) =>
      !layout.panes.some((pane) => pane.orderId === orderId && pane.place === 'minimised'),
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
  return { ...consultations, [orderId]: begin(`consultation:${orderId}`, { key, ...rest }) };
}

type Of<T> = { event: T };
type ById = Of<{ orderId: OrderId }>;
type Opened = Omit<Pane, 'place'> & { order: ConsultOrder | null };
type Accepted = { order: ConsultOrder };
type Closed = { event: { type: string; output: ConsultationOutput }; context: WorkspaceContext };

const paneOf = ({ orderId, conversationId }: Opened) => ({ orderId, conversationId });
const paneOfOrder = ({ order }: Accepted) => ({ orderId: order.id, conversationId: order.conversationId });

/** Stores the arrangement, so that a reload finds it. */
const storeArrangement = {
  type: 'storeArrangement',
  params: ({ context: { owner, layout, detached } }: { context: WorkspaceContext }) => ({ owner, layout, detached }),
} as const;
const rearrange = {
  actions: [{ type: 'arrange', params: ({ event }: Of<LayoutChange>) => event }, storeArrangement],
} as const;
const opened = (pane: Omit<Pane, 'place'>): LayoutChange => ({ type: 'pane.opened', ...pane });
const closed = (orderId: OrderId): LayoutChange => ({ type: 'pane.closed', orderId });

const idOf = ({ event }: ById) => event.orderId;
const close = [
  { type: 'stopConsultation', params: idOf },
  { type: 'dropConsultation', params: idOf },
  { type: 'arrange', params: ({ event }: ById) => closed(event.orderId) },
  storeArrangement,
] as const;

/** The open consultations, their panes and the focus. */
export const workspaceMachine = workspace.createMachine({
  id: 'workspace',
  context: { owner: null, layout: emptyLayout, capacity: 6, detached: false, consultations: {}, unsent: [] },
  invoke: { id: 'unsent', src: 'unsent', onError: { actions: { type: 'setUnsent', params: null } } },
  initial: 'empty',
  on: {
    'capacity.changed': { actions: { type: 'resize', params: ({ event }) => event.panes } },
    // A failed consultation affects only its own pane, whose error boundary reports it.
    'xstate.error.actor.*': {},
    'unsent.changed': { actions: { type: 'setUnsent', params: ({ event }) => event.conversations } },
  },
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
            guard: { type: 'isFinishingIn', params: ({ event }) => event.orderId },
            actions: [
              { type: 'arrange', params: ({ event }: ById) => ({ type: 'pane.minimised', orderId: event.orderId }) },
              storeArrangement,
            ],
          },
          { actions: close },
        ],
        // A consultation that ended while minimised closes, unless it has unsent messages.
        'consultation.finished': [
          { guard: { type: 'isShown', params: idOf } },
          { guard: { type: 'hasUnsent', params: idOf } },
          { actions: close },
        ],
        'xstate.done.actor.*': {
          guard: { type: 'isLost', params: ({ event }: Closed) => event.output },
          actions: [
            {
              type: 'announceLost',
              params: ({ event: { output }, context }: Closed) => ({
                type: 'accept.lost',
                orderId: output.orderId,
                doctorName: output.doctorName,
                patientName: patientNameIn(context, output.orderId),
              }),
            },
            { type: 'dropConsultation', params: ({ event }: Closed) => event.output.orderId },
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
