/** A slider puzzle (AJ-Captcha "blockPuzzle"): a picture with a gap, and the piece that fits it. */
export type Puzzle = {
  readonly token: string;
  /** Sixteen characters; empty where the platform wants the points unencrypted. */
  readonly secretKey: string;
  /** PNG files, base64. */
  readonly picture: string;
  readonly piece: string;
};

/** The pixels that the platform measures in, however large the picture is shown. */
export const puzzleSize = { width: 310, height: 155, pieceWidth: 47 } as const;

/** The furthest that the piece can be moved. */
export const lastX = puzzleSize.width - puzzleSize.pieceWidth;

/** From a place on the screen to the platform's pixels. */
export const toPuzzleX = (shownX: number, shownWidth: number): number =>
  Math.min(lastX, Math.max(0, Math.round((shownX * puzzleSize.width) / Math.max(1, shownWidth))));

/** The point as the wire wants it: `x` whole, `y` always 5. The same text is later part of the proof. */
export const pointText = (x: number): string => JSON.stringify({ x: Math.round(x), y: 5 });
