/** Width and height in pixels of the screen. */
export type Sides = { readonly width: number; readonly height: number };
export type Point = { readonly x: number; readonly y: number };

/** A picture as it comes, and the place that shows it. */
export type Shown = { readonly picture: Sides; readonly stage: Sides };

/** How a picture is looked at: its scale, where its middle is from the middle of the stage, and its quarter turns. */
export type PictureView = Point & { readonly scale: number | 'fit'; readonly turns: number };

/** The whole picture, as large as the stage. */
export const wholePicture: PictureView = { scale: 'fit', x: 0, y: 0, turns: 0 };

const largest = 8;
/** A small picture is enlarged to fill the stage, but no further, because its pixels would hide what it shows. */
const largestFit = 4;
const smallest = 0.1;
const middle: Point = { x: 0, y: 0 };

const turnedSides = ({ width, height }: Sides, turns: number): Sides =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

function fitScale({ picture, stage }: Shown, turns: number): number {
  const { width, height } = turnedSides(picture, turns);
  if (width <= 0 || height <= 0) return 1;
  return Math.min(stage.width / width, stage.height / height, largestFit);
}

/** The scale of a view; 1 shows each pixel of the picture as one of the screen. */
export const scaleOf = ({ scale, turns }: PictureView, shown: Shown): number =>
  scale === 'fit' ? fitScale(shown, turns) : scale;

/** Moves a picture back so far that it covers the stage where it can. */
function within(view: PictureView, shown: Shown): PictureView {
  const scale = scaleOf(view, shown);
  const { width, height } = turnedSides(shown.picture, view.turns);
  const limited = (place: number, size: number, room: number) => {
    const most = Math.max(0, (size * scale - room) / 2);
    return Math.max(-most, Math.min(most, place));
  };
  const { stage } = shown;
  return { ...view, x: limited(view.x, width, stage.width), y: limited(view.y, height, stage.height) };
}

/** Zooms to a scale; what is at this point of the stage, from its middle, stays there. */
export function zoomedTo(view: PictureView, shown: Shown, scale: number, at: Point = middle): PictureView {
  const least = Math.min(smallest, fitScale(shown, view.turns));
  const next = Math.max(least, Math.min(largest, scale));
  const ratio = next / scaleOf(view, shown);
  return within({ ...view, scale: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, shown);
}

export const zoomedBy = (view: PictureView, shown: Shown, factor: number, at?: Point): PictureView =>
  zoomedTo(view, shown, scaleOf(view, shown) * factor, at);

export const moved = (view: PictureView, shown: Shown, { x, y }: Point): PictureView =>
  within({ ...view, x: view.x + x, y: view.y + y }, shown);

/** A quarter to the right; a rotated picture is shown as a whole. */
export const turned = ({ turns }: PictureView): PictureView => ({ ...wholePicture, turns: (turns + 1) % 4 });

/** Whether the stage cannot show the whole picture, so that it can be moved. */
export const isBeyondStage = (view: PictureView, shown: Shown): boolean =>
  scaleOf(view, shown) > fitScale(shown, view.turns) * 1.001;
