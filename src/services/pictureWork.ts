/** A picture as it is sent: no larger than a screen needs, upright, and without what the camera wrote into it. */
export type Picture = { readonly file: Blob; readonly width: number; readonly height: number };

type Context = Pick<CanvasRenderingContext2D, 'drawImage' | 'fillRect' | 'fillStyle' | 'globalCompositeOperation'>;

/** Something to draw on, wherever that is done. */
export type Easel = {
  readonly context: Context;
  encode(type: string, quality: number): Promise<Blob>;
};

const longestSide = 2_048;
const photoQuality = 0.85;
/** Text and lines stay crisp in PNG, which is worth this much more than the photo format would need. */
const crispFactor = 1.5;
const crispBytes = 300 * 1024;

/**
 * Draws the picture anew, which leaves behind place, time and camera. What came as PNG, screenshots above all, stays PNG
 * unless that is much larger than a photo of it; a GIF may move and is left alone.
 */
export async function workOn(file: Blob, easel: (width: number, height: number) => Easel): Promise<Picture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
    if (width === undefined || height === undefined) throw new Error('a picture without sides');
    if (file.type === 'image/gif') return { file, width: bitmap.width, height: bitmap.height };
    const { context, encode } = easel(width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    const crisp = file.type === 'image/png' ? await encode('image/png', 1) : null;
    // What is see-through would turn black in a photo.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    const photo = await encode('image/jpeg', photoQuality);
    const staysCrisp = crisp !== null && crisp.size <= Math.max(crispBytes, photo.size * crispFactor);
    return { file: staysCrisp ? crisp : photo, width, height };
  } finally {
    bitmap.close();
  }
}
