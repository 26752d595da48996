/** A Latin word, and what of it decides whether another word may be its misspelling. */
export type Spelling = {
  readonly text: string;
  /** The word in one of the spellings that sound alike. */
  readonly sound: string;
  readonly digits: string;
  /** Which letters the sound has, one bit each. */
  readonly letters: number;
};

const lettersOf = (sound: string): number => {
  let letters = 0;
  for (const { 0: letter } of sound.matchAll(/[a-z]/g)) letters |= 1 << (letter.charCodeAt(0) - 97);
  return letters;
};

export function spellingOf(text: string): Spelling {
  const sound = text.replaceAll('ph', 'f').replace(/[ao]e/g, 'e').replaceAll('y', 'i');
  return { text, sound, digits: text.replace(/\D/g, ''), letters: lettersOf(sound) };
}

/** Number of edits by which a misspelt word may differ; short words must be exact. */
export const tolerance = (word: string): number => (word.length >= 10 ? 2 : word.length >= 6 ? 1 : 0);

/** Letters inserted, removed, replaced or exchanged with a neighbour between two words; null beyond the most that is asked for. */
function editsBetween(a: string, b: string, most: number): number | null {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most && Math.min(...last) > most) return null;
    [before, last] = [last, row];
  }
  const edits = last[b.length] ?? Number.POSITIVE_INFINITY;
  return edits > most ? null : edits;
}

/** How many letters one word has that the other is without: each takes an edit of its own. */
function strangeLetters(one: number, other: number): number {
  let count = 0;
  for (let strange = one & ~other; strange !== 0; strange &= strange - 1) count += 1;
  return count;
}

/**
 * Edits from a name to a term that may be its misspelling, or null; two edits keep the first letter, and a number is never
 * misspelt.
 */
export function misspelling(said: Spelling, meant: Spelling): number | null {
  const most = tolerance(meant.text);
  if (Math.abs(said.text.length - meant.text.length) > most + 1 || said.digits !== meant.digits) return null;
  if (Math.abs(said.sound.length - meant.sound.length) > most) return null;
  if (strangeLetters(said.letters, meant.letters) > most || strangeLetters(meant.letters, said.letters) > most)
    return null;
  const edits = editsBetween(said.sound, meant.sound, most);
  return edits === null || (edits > 1 && said.sound[0] !== meant.sound[0]) ? null : edits;
}
