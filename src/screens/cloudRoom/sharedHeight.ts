/** What two lists, one above the other, need to show all of their rows, and how high they are together. */
export type Needs = { readonly above: number; readonly below: number; readonly height: number };

/** More than is needed now, so that the next row moves nothing. */
const spare = 90;

/**
 * How high the list above is: each has what it needs while there is room, else a fair share. The line between them stays
 * where it is (`before`) as long as neither lacks what the other has to spare.
 */
export function sharedHeight(before: number | null, { above, below, height }: Needs): number {
  if (before === null) return Math.min(above, Math.max(height * 0.45, height - below));
  const lacks = { above: above - before, below: below - (height - before) };
  if (lacks.above > 0 && lacks.below < 0) return before + Math.min(lacks.above + spare, -lacks.below);
  if (lacks.below > 0 && lacks.above < 0) return before - Math.min(lacks.below + spare, -lacks.above);
  const [least, most] = [Math.min(above, height * 0.35), height - Math.min(below, height * 0.5)];
  return Math.max(least, Math.min(before, most));
}
