const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The beginning of a text with at most `most` code points. It ends between characters as a reader sees them, so that no
 * emoji sequence and no letter with its marks is cut. A single character that is longer alone is cut.
 */
export function beginningOf(text: string, most: number): string {
  // The most code points take two units each, and the next one decides whether the last character goes on.
  const bounded = text.slice(0, 2 * most + 2);
  const points = [...bounded];
  if (points.length <= most) return bounded;
  let end = 0;
  let count = 0;
  for (const { segment } of characters.segment(bounded)) {
    count += [...segment].length;
    if (count > most) break;
    end += segment.length;
  }
  return end === 0 ? points.slice(0, most).join('') : bounded.slice(0, end);
}
