import type { ConversationId, OrderId } from '../../contract/ids.ts';
import type { Finishing } from './finish.ts';
import { type Colours, coloured } from './patientColours.ts';

/** An open consultation: shown in the grid, minimised to a list row, or displaced while the grid is too small. */
export type Pane = {
  readonly orderId: OrderId;
  readonly conversationId: ConversationId;
  readonly place: 'grid' | 'minimised' | 'displaced';
};

/** Panels of a patient, one of which can be open beside the chat. */
export const sidePanels = ['record', 'prescription', 'history'] as const;
export type SidePanel = (typeof sidePanels)[number];

/** The panel beside the chat, and the one shown over it when there is no room beside. */
export type SidePanelChoice = { readonly beside: SidePanel | null; readonly over: SidePanel | null };

const firstChoice: SidePanelChoice = { beside: 'record', over: null };

/** The doctor's arrangement of panes: stored per user and restored after a reload. */
export type PaneLayout = {
  /** In screen order. */
  readonly panes: readonly Pane[];
  readonly focused: OrderId | null;
  /** The one pane that temporarily fills the whole grid. */
  readonly maximised: OrderId | null;
  readonly pinned: readonly OrderId[];
  /** Chats the doctor marked as unread; the mark is cleared when the doctor opens the chat. */
  readonly unread: readonly OrderId[];
  /** Open panels by order id. */
  readonly sidePanels: Readonly<Record<string, SidePanelChoice>>;
  /** Sizes set by dragging, by splitter name. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Order ids, the latest focus last; decides which pane is minimised when the grid is full. */
  readonly recent: readonly OrderId[];
  /** Colour of each open patient. */
  readonly colours: Colours;
};

export const emptyLayout: PaneLayout = {
  panes: [],
  focused: null,
  maximised: null,
  pinned: [],
  unread: [],
  sidePanels: {},
  sizes: {},
  recent: [],
  colours: {},
};

const put = (desk: PaneLayout, orderId: OrderId, place: Pane['place']): PaneLayout => ({
  ...desk,
  panes: desk.panes.map((pane) => (pane.orderId === orderId ? { ...pane, place } : pane)),
});

const withColours = (desk: PaneLayout): PaneLayout => ({
  ...desk,
  colours: coloured(
    desk.colours,
    desk.panes.map(({ orderId }) => orderId),
  ),
});

const inGrid = (desk: PaneLayout): readonly Pane[] => desk.panes.filter(({ place }) => place === 'grid');

export const isOpen = (desk: PaneLayout, orderId: OrderId): boolean =>
  desk.panes.some((pane) => pane.orderId === orderId);

/** The panes on the screen. */
export const shownPanes = (desk: PaneLayout): readonly Pane[] =>
  inGrid(desk).filter(({ orderId }) => desk.maximised === null || desk.maximised === orderId);

/** Displaces or minimises panes until `capacity` fit: the one focused longest ago first, pinned ones last. */
export function fitToCapacity(
  desk: PaneLayout,
  capacity: number,
  place: 'displaced' | 'minimised' = 'displaced',
): PaneLayout {
  const shown = inGrid(desk);
  if (shown.length <= capacity) return desk;
  const lastFocused = ({ orderId }: Pane) => desk.recent.lastIndexOf(orderId);
  const isPinned = ({ orderId }: Pane) => desk.pinned.includes(orderId);
  const [first] = shown
    .filter(({ orderId }) => orderId !== desk.focused)
    .sort((a, b) => Number(isPinned(a)) - Number(isPinned(b)) || lastFocused(a) - lastFocused(b));
  return first === undefined ? desk : fitToCapacity(put(desk, first.orderId, place), capacity, place);
}

/** Brings back panes when the grid grows, the last focused one first. */
export function regrown(desk: PaneLayout, capacity: number): PaneLayout {
  const last = desk.panes
    .filter(({ place }) => place === 'displaced')
    .sort((a, b) => desk.recent.lastIndexOf(b.orderId) - desk.recent.lastIndexOf(a.orderId))[0];
  if (last === undefined || inGrid(desk).length >= capacity) return desk;
  return regrown(put(desk, last.orderId, 'grid'), capacity);
}

const union = (one: readonly OrderId[], other: readonly OrderId[]): readonly OrderId[] => [
  ...new Set([...one, ...other]),
];

/** Merges a stored arrangement that loads after the doctor has opened panes: the open panes stay open and in front. */
export function merged(now: PaneLayout, kept: PaneLayout, capacity: number): PaneLayout {
  const open = new Map(now.panes.map((pane) => [pane.orderId, pane]));
  const old = new Set(kept.panes.map(({ orderId }) => orderId));
  return fitToCapacity(
    withColours({
      panes: [
        ...kept.panes.map((pane) => open.get(pane.orderId) ?? pane),
        ...now.panes.filter(({ orderId }) => !old.has(orderId)),
      ],
      focused: now.focused ?? kept.focused,
      maximised: now.focused === null ? kept.maximised : now.maximised,
      pinned: union(kept.pinned, now.pinned),
      unread: union(kept.unread, now.unread),
      sidePanels: { ...kept.sidePanels, ...now.sidePanels },
      sizes: { ...kept.sizes, ...now.sizes },
      recent: [...kept.recent.filter((id) => !now.recent.includes(id)), ...now.recent],
      colours: { ...now.colours, ...kept.colours },
    }),
    capacity,
  );
}

const withFocus = (desk: PaneLayout, orderId: OrderId | null): PaneLayout => ({
  ...desk,
  focused: orderId,
  recent: orderId === null ? desk.recent : [...desk.recent.filter((id) => id !== orderId), orderId],
});

const without = (ids: readonly OrderId[], orderId: OrderId): readonly OrderId[] => ids.filter((id) => id !== orderId);

/** The pane that gets the focus when the focused one closes. */
const nextFocus = (desk: PaneLayout): OrderId | null => {
  const shown = new Set(inGrid(desk).map(({ orderId }) => orderId));
  return desk.recent.findLast((id) => shown.has(id)) ?? inGrid(desk)[0]?.orderId ?? null;
};

const withoutFocusOn = (desk: PaneLayout, gone: OrderId): PaneLayout => {
  const grid = desk.maximised === gone ? { ...desk, maximised: null } : desk;
  return grid.focused === gone ? { ...grid, focused: nextFocus(grid) } : grid;
};

/**
 * Shows and focuses a consultation, opening it if necessary. A pane replaced by a new one is minimised. A pane replaced by
 * one that was already open is displaced, and returns when the grid grows.
 */
export function opened(desk: PaneLayout, pane: Omit<Pane, 'place'>, capacity: number): PaneLayout {
  const isKnown = isOpen(desk, pane.orderId);
  const known = isKnown
    ? put(desk, pane.orderId, 'grid')
    : withColours({ ...desk, panes: [...desk.panes, { ...pane, place: 'grid' as const }] });
  const maximised = desk.maximised === null ? null : pane.orderId;
  const unread = without(desk.unread, pane.orderId);
  return fitToCapacity(
    { ...withFocus(known, pane.orderId), maximised, unread },
    capacity,
    isKnown ? 'displaced' : 'minimised',
  );
}

export function closed(desk: PaneLayout, orderId: OrderId): PaneLayout {
  const { [orderId]: _, ...sidePanels } = desk.sidePanels;
  const panes = desk.panes.filter((pane) => pane.orderId !== orderId);
  return withoutFocusOn(withColours({ ...desk, panes, sidePanels, recent: without(desk.recent, orderId) }), orderId);
}

/** Focuses a pane; a minimised one is shown again. */
export function focused(desk: PaneLayout, orderId: OrderId, capacity: number): PaneLayout {
  const pane = desk.panes.find((candidate) => candidate.orderId === orderId);
  return pane === undefined || desk.focused === orderId ? desk : opened(desk, pane, capacity);
}

export const minimise = (desk: PaneLayout, orderId: OrderId): PaneLayout =>
  withoutFocusOn(put(desk, orderId, 'minimised'), orderId);

/** Moves a pane to the `to`-th place among all open ones. */
export function moved(desk: PaneLayout, orderId: OrderId, to: number): PaneLayout {
  const pane = desk.panes.find((candidate) => candidate.orderId === orderId);
  if (pane === undefined) return desk;
  const others = desk.panes.filter((candidate) => candidate !== pane);
  const place = Math.max(0, Math.min(to, others.length));
  return { ...desk, panes: [...others.slice(0, place), pane, ...others.slice(place)] };
}

export const maximised = (desk: PaneLayout, orderId: OrderId, capacity: number): PaneLayout =>
  isOpen(desk, orderId) ? { ...focused(desk, orderId, capacity), maximised: orderId } : desk;

export const restoredGrid = (desk: PaneLayout): PaneLayout => ({ ...desk, maximised: null });

export const pinned = (desk: PaneLayout, orderId: OrderId): PaneLayout => ({
  ...desk,
  pinned: [...without(desk.pinned, orderId), orderId],
});

export const unpinned = (desk: PaneLayout, orderId: OrderId): PaneLayout => ({
  ...desk,
  pinned: without(desk.pinned, orderId),
});

/** Minimises a chat as unread; on the screen it would be marked as read at once. */
export const markedUnread = (desk: PaneLayout, orderId: OrderId): PaneLayout =>
  minimise({ ...desk, unread: [...without(desk.unread, orderId), orderId] }, orderId);

/** Opens or closes one of a patient's panels. */
export const withSidePanel = (desk: PaneLayout, orderId: OrderId, choice: Partial<SidePanelChoice>): PaneLayout => ({
  ...desk,
  sidePanels: { ...desk.sidePanels, [orderId]: { ...sidePanelChoice(desk, orderId), ...choice } },
});

/** The panels of a pane: the record beside the chat unless the doctor chose another. */
export const sidePanelChoice = (desk: PaneLayout, orderId: OrderId): SidePanelChoice =>
  desk.sidePanels[orderId] ?? firstChoice;

export const resized = (desk: PaneLayout, sizes: Readonly<Record<string, number>>): PaneLayout => ({
  ...desk,
  sizes: { ...desk.sizes, ...sizes },
});

/** Takes over the marks set in another tab; this tab's panes do not change. */
export const withMarks = (desk: PaneLayout, { pinned, unread }: Pick<PaneLayout, 'pinned' | 'unread'>): PaneLayout => ({
  ...desk,
  pinned,
  unread,
});

/** The stored part of a workspace: the arrangement, and the announced endings by order id. */
export type StoredWorkspace = { readonly desk: PaneLayout; readonly finishing: Readonly<Record<string, Finishing>> };
