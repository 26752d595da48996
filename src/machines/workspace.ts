import { NEVER } from 'rxjs';
import { type ActorRefFrom, assign, emit, enqueueActions, fromEventObservable, type SnapshotFrom, setup } from 'xstate';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { ConversationId, OrderId, RequestId } from '../../contract/ids.ts';
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
  shownPanes,
  sidePanelChoice,
} from '../domain/paneLayout.ts';
import { colourOf } from '../domain/patientColours.ts';
import { placeholderActor } from './actors.ts';
import { type Consultation, consultationMachine, conversationOf, isFinishing, orderOf } from './consultation.ts';

type WorkspaceContext = {
  readonly owner: Owner | null;
  readonly desk: PaneLayout;
  /** How many panes fit on this screen: one to six. */
  readonly capacity: number;
  /** True in a window that shows only one consultation; its arrangement is not stored. */
  readonly detached: boolean;
  /** By order id. */
  readonly consultations: Readonly<Record<string, Consultation>>;
  /** The conversations with messages that the platform has not stored. */
  readonly unsent: readonly ConversationId[];
  readonly newRequestId: () => RequestId;
};

/** `newRequestId` gives each consultation the idempotency key of its first prescription. */
type WorkspaceInput = { readonly newRequestId: () => RequestId };

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

/** Types, actors, actions and guards of the workspace machine. */
const workspace = setup({
  types: {
    input: {} as WorkspaceInput,
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
    storeArrangement: (_, _arrangement: { owner: Owner | null; desk: PaneLayout; detached: boolean }) => {},
    setUnsent: assign((_, unsent: readonly ConversationId[]) => ({ unsent })),
    setDetached: assign((_, detached: boolean) => ({ detached })),
    enter: assign((_, owner: Owner) => ({ owner })),
    arrange: assign(({ context: { desk, capacity } }, change: LayoutChange) => ({
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
      desk: merged(context.desk, stored?.desk ?? emptyLayout, context.capacity),
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
    leave: assign({ owner: null, desk: emptyLayout, consultations: {} }),
    announceLost: emit((_, lost: WorkspaceNotice) => lost),
  },
  guards: {
    isFinishingIn: ({ context }, orderId: OrderId) => {
      const snapshot = snapshotIn(context, orderId);
      return snapshot !== undefined && isFinishing(snapshot);
    },
    hasUnsent: ({ context }, orderId: OrderId) => context.unsent.some((id) => id === conversationIn(context, orderId)),
    isShown: ({ context: { desk } }, orderId: OrderId) =>
      !desk.panes.some((pane) => pane.orderId === orderId && pane.place === 'minimised'),
    isLost: (_, output: ConsultationOutput | null) => output?.outcome === 'takenByAnother',
  },
});

type Beginning = Opening & Pick<ConsultationInput, 'order' | 'accept' | 'finishing'>;
type Begin = (id: string, input: ConsultationInput) => Consultation;

/** Adds a consultation, unless it is already open. */
function withConsultation(
  { owner, consultations, newRequestId }: WorkspaceContext,
  { orderId, conversationId, ...rest }: Beginning,
  begin: Begin,
): WorkspaceContext['consultations'] {
  if (!owner || consultations[orderId]) return consultations;
  const key = { ...owner, orderId, conversationId };
  const input = { key, requestId: newRequestId(), ...rest };
  return { ...consultations, [orderId]: begin(`consultation:${orderId}`, input) };
}

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
  patientName: patientNameIn(context, output.orderId),
});

/** Stores the arrangement, so that a reload finds it. */
const storeArrangement = {
  type: 'storeArrangement',
  params: ({ context: { owner, desk, detached } }: { context: WorkspaceContext }) => ({ owner, desk, detached }),
} as const;
const arrange = { type: 'arrange', params: ({ event }: Of<LayoutChange>) => event } as const;
const rearrange = { actions: [arrange, storeArrangement] } as const;
const opened = (pane: Omit<Pane, 'place'>): LayoutChange => ({ type: 'pane.opened', ...pane });
const closed = (orderId: OrderId): LayoutChange => ({ type: 'pane.closed', orderId });
const minimised = (orderId: OrderId): LayoutChange => ({ type: 'pane.minimised', orderId });

const idOf = ({ event }: ById) => event.orderId;
const close = [
  { type: 'stop', params: idOf },
  { type: 'drop', params: idOf },
  { type: 'arrange', params: ({ event }: ById) => closed(event.orderId) },
  storeArrangement,
] as const;

/** The open consultations, their panes and the focus. */
export const workspaceMachine = workspace.createMachine({
  id: 'workspace',
  context: ({ input: { newRequestId } }) => ({
    owner: null,
    desk: emptyLayout,
    capacity: 6,
    detached: false,
    consultations: {},
    unsent: [],
    newRequestId,
  }),
  invoke: { id: 'unsent', src: 'unsent' },
  initial: 'empty',
  on: {
    'capacity.changed': { actions: { type: 'resize', params: ({ event }) => event.panes } },
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
            actions: [{ type: 'arrange', params: ({ event }: ById) => minimised(event.orderId) }, storeArrangement],
          },
          { actions: close },
        ],
        // A consultation that ended while minimised closes, unless it has unsent messages.
        'consultation.finished': [
          { guard: { type: 'isShown', params: idOf } },
          { guard: { type: 'hasUnsent', params: idOf } },
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

/** All open consultations by order id. */
export const consultationsOf = (s: Snapshot) => s.context.consultations;

/** The consultation of an order, if it is open. */
export const consultationOf = (orderId: OrderId) => (s: Snapshot) => s.context.consultations[orderId] ?? null;

export const focusedOrder = (s: Snapshot): OrderId | null => s.context.desk.focused;

/** Whether the stored arrangement is on the screen. */
export const isRestored = (s: Snapshot): boolean => s.matches('open');

export const pinnedOrders = (s: Snapshot) => s.context.desk.pinned;

export const isPinned = (orderId: OrderId) => (s: Snapshot) => s.context.desk.pinned.includes(orderId);

/** The chats that the doctor marked as unread. */
export const markedUnread = (s: Snapshot) => s.context.desk.unread;

/** The size of a splitter that the doctor set by dragging. */
export const sizeOf = (splitter: string) => (s: Snapshot) => s.context.desk.sizes[splitter];

export const shownPaneCount = (s: Snapshot): number => shownPanes(s.context.desk).length;

/** The panels chosen for an order. */
export const sidePanelsOf = (orderId: OrderId) => (s: Snapshot) => sidePanelChoice(s.context.desk, orderId);

export const hasChosenPanel = (orderId: OrderId) => (s: Snapshot) => orderId in s.context.desk.sidePanels;

/** The colour of an open patient. */
export const colourIn = (orderId: OrderId) => (s: Snapshot) => colourOf(s.context.desk.colours, orderId);
