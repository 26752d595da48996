import { PNG } from 'pngjs';

type Pictures = { readonly originalImageBase64: string; readonly jigsawImageBase64: string };

const read = (base64: string) => PNG.sync.read(Buffer.from(base64, 'base64'));

/** The position of a slider puzzle's gap, found from its picture: the darkest place at the piece's height. */
export function gapOf({ originalImageBase64, jigsawImageBase64 }: Pictures): number {
  const [picture, piece] = [read(originalImageBase64), read(jigsawImageBase64)];
  const solid: [x: number, y: number][] = [];
  for (let y = 0; y < piece.height; y += 1)
    for (let x = 0; x < piece.width; x += 1)
      if ((piece.data[(y * piece.width + x) * 4 + 3] ?? 0) > 128) solid.push([x, y]);
  const light = (x: number, y: number) => {
    const at = (y * picture.width + x) * 4;
    return (picture.data[at] ?? 0) + (picture.data[at + 1] ?? 0) + (picture.data[at + 2] ?? 0);
  };
  const places = Array.from({ length: picture.width - piece.width + 1 }, (_, left) => ({
    left,
    light: solid.reduce((sum, [x, y]) => sum + light(left + x, y), 0),
  }));
  return places.reduce((darkest, place) => (place.light < darkest.light ? place : darkest)).left;
}
