import { createHash } from 'node:crypto';
import { endsWithFile } from './contentEnd.ts';
import { type DocumentFlaw, flawOfDocument } from './documentContent.ts';
import { containsForeignContent } from './foreignContent.ts';
import { isNameAllowed, type Kind, kindOf, type PhoneForm } from './mediaKind.ts';
import { recordingWithoutMetadata } from './mp4Boxes.ts';
import { turnedUpright } from './orientation.ts';
import { type Part, withoutMetadata } from './pictureMetadata.ts';
import { hasTooManyPixels, type Pixels } from './pixels.ts';
import { createReader } from './reader.ts';

/** Why the content of a file is refused. */
export type ContentFlaw = DocumentFlaw | PhoneForm | 'typeRefused' | 'tooManyPixels';

/** The version of the rules. It rises when they remove or refuse more, so that stored files are examined again. */
export const cleaningRules = 3;

/** Flaws of a stored file that may harm the person who opens it. Others make it only slow or impossible to show. */
export const harmful: ReadonlySet<ContentFlaw> = new Set(['acts', 'notCheckable', 'typeRefused']);

/** What an accepted file is, and what of it is stored. */
export type Examined = {
  kind: Kind;
  /** The size of a picture as it is seen, upright. */
  pixels: Pixels | null;
  /** The file without the data of place and device; null if it has none. */
  cleaned: Uint8Array | null;
  /** Size and hash of what is stored. */
  size: number;
  sha256: string;
};

/** What is stored of a file that is entirely of one kind. */
function clean(content: Buffer, { type }: Kind, parts: readonly Part[]) {
  const picture = withoutMetadata(type, content, parts);
  const bytes = picture?.bytes ?? (type.endsWith('/mp4') ? recordingWithoutMetadata(content) : content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const cleaned = bytes.equals(content) ? null : bytes;
  return { orientation: picture?.orientation ?? 1, stored: { cleaned, size: bytes.length, sha256 } };
}

/**
 * What a file is by its bytes, or why it is refused: it is of no accepted kind, incomplete, has another document, script or
 * archive in it, a frame that is larger than allowed, whatever size its header declares, or is a document that acts by itself.
 */
export function examine(content: Buffer, name: string): Examined | ContentFlaw {
  const kind = kindOf(content);
  if (kind === null || typeof kind === 'string') return kind ?? 'typeRefused';
  const [frames, parts]: [Pixels[], Part[]] = [[], []];
  const isWhole = endsWithFile(createReader(content), kind, {
    frame: (size) => void frames.push(size),
    part: (part, from, end) => void parts.push({ name: part, from, end }),
  });
  if (frames.some(hasTooManyPixels)) return 'tooManyPixels';
  const [whole = null] = frames;
  const hasSides = whole ? whole.width > 0 && whole.height > 0 : !kind.type.startsWith('image/');
  if (!isWhole || !hasSides || !isNameAllowed(kind, name) || containsForeignContent(content, kind))
    return 'typeRefused';
  const flaw = kind.type === 'application/pdf' ? flawOfDocument(content) : null;
  if (flaw !== null) return flaw;
  const { orientation, stored } = clean(content, kind, parts);
  return { kind, pixels: whole && turnedUpright(whole, orientation), ...stored };
}
