import { LinkifyIt } from 'linkify-it';

/** A part of a message: text, or the address of a link. */
export type TextPart = { readonly kind: 'text' | 'link'; readonly text: string };

const linkifier = new LinkifyIt({ fuzzyEmail: false });
/** The library wants a space before an address, which Chinese does not write. */
const beginning = /https?:\/\//gi;

/**
 * Splits a text into links and what is between them. Only http and https addresses are links, and they end where the
 * language ends them: at punctuation, brackets and quotes of Latin and of Chinese.
 */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index } of text.matchAll(beginning)) {
    const link = index < end ? null : linkifier.matchAtStart(text.slice(index));
    if (!link) continue;
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push({ kind: 'link', text: link.raw });
    end = index + link.raw.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}
