import { endsWithFile } from './contentEnd.ts';
import { type DocumentFlaw, flawOfDocument } from './documentContent.ts';
import { containsForeignContent } from './foreignContent.ts';
import type { Kind } from './mediaKind.ts';
import { hasTooManyPixels } from './pixels.ts';
import { createReader } from './reader.ts';

/** Why the content of a file is refused. */
export type ContentFlaw = DocumentFlaw | 'typeRefused' | 'tooManyPixels';

/**
 * Why a file is not entirely of this kind: it is incomplete, has another document, script or archive in it, a frame that
 * is larger than allowed, whatever size its header declares, or is a document that acts by itself.
 */
export function examine(content: Buffer, kind: Kind): ContentFlaw | null {
  let isTooLarge = false;
  const isWhole = endsWithFile(createReader(content), kind, (frame) => {
    isTooLarge ||= hasTooManyPixels(frame);
  });
  if (isTooLarge) return 'tooManyPixels';
  if (!isWhole || containsForeignContent(content, kind)) return 'typeRefused';
  return kind.type === 'application/pdf' ? flawOfDocument(content) : null;
}
