import type { Space } from './useSize.ts';

/** A narrower pane has no room for its header in one row. */
export const least = { width: 420, height: 340 } as const;
const most = 6;

/** Number of panes that fit, one to six; larger letters need larger panes. */
export function capacityOf({ width, height }: Space, fontScale = 1): number {
  const columns = Math.max(1, Math.floor(width / (least.width * fontScale)));
  const rows = Math.max(1, Math.floor(height / (least.height * fontScale)));
  return Math.min(most, columns * rows);
}
