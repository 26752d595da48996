/** Values that decide a conversation's place in the list. */
export type ChatRank = {
  readonly id: string;
  readonly pinned: boolean;
  readonly waitingSince: number | null;
  readonly lastActivity: number;
};

/** Pinned chats first; then chats that need an answer, the longest wait first; then the latest activity. */
export function byUrgency(a: ChatRank, b: ChatRank): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  if ((a.waitingSince === null) !== (b.waitingSince === null)) return a.waitingSince === null ? 1 : -1;
  if (a.waitingSince !== null && b.waitingSince !== null && a.waitingSince !== b.waitingSince)
    return a.waitingSince - b.waitingSince;
  return b.lastActivity - a.lastActivity || a.id.localeCompare(b.id);
}

/** Rows in the order already shown, new ones at the end. Used while the pointer is over the list. */
export function inShownOrder<Row extends { readonly id: string }>(
  rows: readonly Row[],
  shown: readonly string[],
): Row[] {
  const place = new Map(shown.map((id, index) => [id, index]));
  return [...rows].sort((a, b) => (place.get(a.id) ?? shown.length) - (place.get(b.id) ?? shown.length));
}
