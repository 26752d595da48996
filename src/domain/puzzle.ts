/** A slider puzzle (AJ-Captcha "blockPuzzle"): a picture with a gap, and the piece that fits it. */
export type Puzzle = {
  readonly token: string;
  /** Sixteen characters; empty if the platform wants unencrypted points. */
  readonly secretKey: string;
  /** PNG files, base64. */
  readonly picture: string;
  readonly piece: string;
  /** Bits of work that the platform demands besides the solution; 0 for none. */
  readonly bits: number;
};

/** The pixel size the platform measures in, independent of the shown size. */
export const puzzleSize = { width: 310, height: 155, pieceWidth: 47 } as const;

/** The largest x of the piece. */
export const lastX = puzzleSize.width - puzzleSize.pieceWidth;

/** The point on the wire: an integer `x`, and `y` always 5. The proof contains the same text. */
export const pointText = (x: number): string => JSON.stringify({ x: Math.round(x), y: 5 });
