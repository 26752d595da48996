import type { OrderId } from '../../contract/ids.ts';
import {
  type Desk,
  focused,
  markedUnread,
  maximised,
  moved,
  type PaperChoice,
  pinned,
  putAside,
  resized,
  restoredGrid,
  turned,
  unpinned,
  withMarks,
} from '../domain/desk.ts';
import type { WorkspaceContext } from './workspaceSetup.ts';

export type Of<T> = { event: T };
export type ById = Of<{ orderId: OrderId }>;
export type Change = (desk: Desk, capacity: number) => Desk;
type Turned = { orderId: OrderId; choice: Partial<PaperChoice> };
type Marks = Pick<Desk, 'pinned' | 'unread'>;

/** The arrangement is kept, to be found again after a reload. */
export const keep = {
  type: 'keep',
  params: ({ context: { owner, desk, alone } }: { context: WorkspaceContext }) => ({ owner, desk, alone }),
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

/** What the doctor does to the arrangement: where panes stand, how large they are, which are pinned, what lies beside a chat. */
export const arranging = {
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
  'marks.received': {
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
} as const;
