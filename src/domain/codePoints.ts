/** How long a text is for the person who typed it: code points, so that an emoji counts as one and not as two. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
