/** A picture ready to send: scaled to screen size, upright, and without camera metadata. */
export type Picture = { readonly file: Blob; readonly width: number; readonly height: number };

type Context = Pick<CanvasRenderingContext2D, 'drawImage' | 'fillRect' | 'fillStyle' | 'globalCompositeOperation'>;

/** A canvas, in the page or in a worker. */
export type PictureCanvas = {
  readonly context: Context;
  encode(type: string, quality: number): Promise<Blob>;
};

const longestSide = 2_048;
const photoQuality = 0.85;
/** PNG keeps text and lines crisp, which justifies a file up to this factor larger than the photo format. */
const crispFactor = 1.5;
const crispBytes = 300 * 1024;

/** The kinds that are treated in their own way, by their first bytes, because a name or a declared type may be false. */
async function kindOf(file: Blob): Promise<'gif' | 'png' | 'photo'> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  if (head === 'GIF8') return 'gif';
  return head === '\x89PNG' ? 'png' : 'photo';
}

/**
 * Redraws the picture, which removes place, time and camera. A PNG, usually a screenshot, remains PNG unless that is
 * much larger than a photo of it. A GIF may be animated and is sent unchanged.
 */
export async function redraw(
  file: Blob,
  createCanvas: (width: number, height: number) => PictureCanvas,
): Promise<Picture> {
  const kind = await kindOf(file);
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
    if (width === undefined || height === undefined) throw new Error('a picture without sides');
    if (kind === 'gif') return { file, width: bitmap.width, height: bitmap.height };
    const { context, encode } = createCanvas(width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    const crisp = kind === 'png' ? await encode('image/png', 1) : null;
    // Transparent areas would turn black in a photo.
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
