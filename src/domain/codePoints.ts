/** Length of a text in code points, so that an emoji counts as one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
