/** How long a text is for the person who typed it: code points, so that an emoji counts as one and not as two. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `max` code points of a text; never half a character. */
export function firstCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  let count = 0;
  for (const point of text) {
    if (count === max) break;
    count += 1;
    end += point.length;
  }
  return text.slice(0, end);
}
