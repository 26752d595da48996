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

const put = (layout: PaneLayout, orderId: OrderId, place: Pane['place']): PaneLayout => ({
  ...layout,
  panes: layout.panes.map((pane) => (pane.orderId === orderId ? { ...pane, place } : pane)),
});

const withColours = (layout: PaneLayout): PaneLayout => ({
  ...layout,
  colours: coloured(
    layout.colours,
    layout.panes.map(({ orderId }) => orderId),
  ),
});

const inGrid = (layout: PaneLayout): readonly Pane[] => layout.panes.filter(({ place }) => place === 'grid');

export const isOpen = (layout: PaneLayout, orderId: OrderId): boolean =>
  layout.panes.some((pane) => pane.orderId === orderId);

/** The panes on the screen. */
export const shownPanes = (layout: PaneLayout): readonly Pane[] =>
  inGrid(layout).filter(({ orderId }) => layout.maximised === null || layout.maximised === orderId);

/** Displaces or minimises panes until `capacity` fit: the one focused longest ago first, pinned ones last. */
export function fitToCapacity(
  layout: PaneLayout,
  capacity: number,
  place: 'displaced' | 'minimised' = 'displaced',
): PaneLayout {
  const shown = inGrid(layout);
  if (shown.length <= capacity) return layout;
  const lastFocused = ({ orderId }: Pane) => layout.recent.lastIndexOf(orderId);
  const isPinned = ({ orderId }: Pane) => layout.pinned.includes(orderId);
  const [first] = shown
    .filter(({ orderId }) => orderId !== layout.focused)
    .sort((a, b) => Number(isPinned(a)) - Number(isPinned(b)) || lastFocused(a) - lastFocused(b));
  return first === undefined ? layout : fitToCapacity(put(layout, first.orderId, place), capacity, place);
}

/** Brings back panes when the grid grows, the last focused one first. */
export function regrown(layout: PaneLayout, capacity: number): PaneLayout {
  const last = layout.panes
    .filter(({ place }) => place === 'displaced')
    .sort((a, b) => layout.recent.lastIndexOf(b.orderId) - layout.recent.lastIndexOf(a.orderId))[0];
  if (last === undefined || inGrid(layout).length >= capacity) return layout;
  return regrown(put(layout, last.orderId, 'grid'), capacity);
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

const withFocus = (layout: PaneLayout, orderId: OrderId | null): PaneLayout => ({
  ...layout,
  focused: orderId,
  recent: orderId === null ? layout.recent : [...layout.recent.filter((id) => id !== orderId), orderId],
});

const without = (ids: readonly OrderId[], orderId: OrderId): readonly OrderId[] => ids.filter((id) => id !== orderId);

/** The pane that gets the focus when the focused one closes. */
const nextFocus = (layout: PaneLayout): OrderId | null => {
  const shown = new Set(inGrid(layout).map(({ orderId }) => orderId));
  return layout.recent.findLast((id) => shown.has(id)) ?? inGrid(layout)[0]?.orderId ?? null;
};

const withoutFocusOn = (layout: PaneLayout, gone: OrderId): PaneLayout => {
  const grid = layout.maximised === gone ? { ...layout, maximised: null } : layout;
  return grid.focused === gone ? { ...grid, focused: nextFocus(grid) } : grid;
};

/**
 * Shows and focuses a consultation, opening it if necessary. A pane replaced by a new one is minimised. A pane replaced by
 * one that was already open is displaced, and returns when the grid grows.
 */
export function opened(layout: PaneLayout, pane: Omit<Pane, 'place'>, capacity: number): PaneLayout {
  const isKnown = isOpen(layout, pane.orderId);
  const known = isKnown
    ? put(layout, pane.orderId, 'grid')
    : withColours({ ...layout, panes: [...layout.panes, { ...pane, place: 'grid' as const }] });
  const maximised = layout.maximised === null ? null : pane.orderId;
  const unread = without(layout.unread, pane.orderId);
  return fitToCapacity(
    { ...withFocus(known, pane.orderId), maximised, unread },
    capacity,
    isKnown ? 'displaced' : 'minimised',
  );
}

export function closed(layout: PaneLayout, orderId: OrderId): PaneLayout {
  const { [orderId]: _, ...sidePanels } = layout.sidePanels;
  const panes = layout.panes.filter((pane) => pane.orderId !== orderId);
  return withoutFocusOn(
    withColours({ ...layout, panes, sidePanels, recent: without(layout.recent, orderId) }),
    orderId,
  );
}

/** Focuses a pane; a minimised one is shown again. */
export function focused(layout: PaneLayout, orderId: OrderId, capacity: number): PaneLayout {
  const pane = layout.panes.find((candidate) => candidate.orderId === orderId);
  return pane === undefined || layout.focused === orderId ? layout : opened(layout, pane, capacity);
}

export const minimise = (layout: PaneLayout, orderId: OrderId): PaneLayout =>
  withoutFocusOn(put(layout, orderId, 'minimised'), orderId);

/** Moves a pane to the `to`-th place among all open ones. */
export function moved(layout: PaneLayout, orderId: OrderId, to: number): PaneLayout {
  const pane = layout.panes.find((candidate) => candidate.orderId === orderId);
  if (pane === undefined) return layout;
  const others = layout.panes.filter((candidate) => candidate !== pane);
  const place = Math.max(0, Math.min(to, others.length));
  return { ...layout, panes: [...others.slice(0, place), pane, ...others.slice(place)] };
}

export const maximised = (layout: PaneLayout, orderId: OrderId, capacity: number): PaneLayout =>
  isOpen(layout, orderId) ? { ...focused(layout, orderId, capacity), maximised: orderId } : layout;

export const restoredGrid = (layout: PaneLayout): PaneLayout => ({ ...layout, maximised: null });

export const pinned = (layout: PaneLayout, orderId: OrderId): PaneLayout => ({
  ...layout,
  pinned: [...without(layout.pinned, orderId), orderId],
});

export const unpinned = (layout: PaneLayout, orderId: OrderId): PaneLayout => ({
  ...layout,
  pinned: without(layout.pinned, orderId),
});

/** Minimises a chat as unread; on the screen it would be marked as read at once. */
export const markedUnread = (layout: PaneLayout, orderId: OrderId): PaneLayout =>
  minimise({ ...layout, unread: [...without(layout.unread, orderId), orderId] }, orderId);

/** Opens or closes one of a patient's panels. */
export const withSidePanel = (layout: PaneLayout, orderId: OrderId, choice: Partial<SidePanelChoice>): PaneLayout => ({
  ...layout,
  sidePanels: { ...layout.sidePanels, [orderId]: { ...sidePanelChoice(layout, orderId), ...choice } },
});

/** The panels of a pane: the record beside the chat unless the doctor chose another. */
export const sidePanelChoice = (layout: PaneLayout, orderId: OrderId): SidePanelChoice =>
  layout.sidePanels[orderId] ?? firstChoice;

export const resized = (layout: PaneLayout, sizes: Readonly<Record<string, number>>): PaneLayout => ({
  ...layout,
  sizes: { ...layout.sizes, ...sizes },
});

/** Takes over the marks set in another tab; this tab's panes do not change. */
export const withMarks = (
  layout: PaneLayout,
  { pinned, unread }: Pick<PaneLayout, 'pinned' | 'unread'>,
): PaneLayout => ({
  ...layout,
  pinned,
  unread,
});

/** The stored part of a workspace: the arrangement, and the announced endings by order id. */
export type StoredWorkspace = { readonly layout: PaneLayout; readonly finishing: Readonly<Record<string, Finishing>> };
